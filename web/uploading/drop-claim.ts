/** The parts of the page that take dropped files themselves. Everywhere else, files start a new upload. */
let claims = 0;

/** Takes all drops for one part of the page. Returns a function that gives them back. */
export function claimDrops(): () => void {
  claims += 1;
  return () => {
    claims -= 1;
  };
}

export function areDropsClaimed(): boolean {
  return claims > 0;
}
