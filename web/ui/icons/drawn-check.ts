/** A check mark that is drawn once. */
export const drawnCheck = {
  '@keyframes draw': { from: { strokeDashoffset: 24 } },
  strokeDasharray: 24,
  animation: 'draw 300ms ease-out 60ms backwards',
} as const;
