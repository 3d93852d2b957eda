import { Text } from 'ink';

export interface BarProps {
  /** 0 to 1 */
  ratio: number;
  /** Columns */
  width: number;
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar that moves in eighths of a column. */
export function Bar({ ratio, width }: BarProps) {
  const filled = Math.min(Math.max(ratio, 0), 1) * width;
  const whole = Math.floor(filled);
  const rest = eighths[Math.floor((filled - whole) * 8)] ?? '';
  return (
    <Text>
      <Text color="cyan">{'█'.repeat(whole) + rest}</Text>
      <Text dimColor>{'─'.repeat(Math.max(0, width - whole - rest.length))}</Text>
    </Text>
  );
}
