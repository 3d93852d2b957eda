import qrcode from 'qrcode-generator';

const quietZone = 2;

/** A QR code in half blocks, two modules per character, dark on light so that every camera reads it. */
export function drawQrCode(text: string, hasColors: boolean): string[] {
  // Type 0: as large as the text needs. M restores 15 % damage.
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const isDark = (row: number, column: number) =>
    row >= 0 && column >= 0 && row < count && column < count && code.isDark(row, column);
  const lines: string[] = [];
  for (let row = -quietZone; row < count + quietZone; row += 2) {
    let line = '';
    for (let column = -quietZone; column < count + quietZone; column++) {
      line += halfBlock(isDark(row, column), isDark(row + 1, column));
    }
    // White on black whatever the terminal's colours are: the blocks are the light modules.
    lines.push(hasColors ? `\u001b[97;40m${line}\u001b[0m` : line);
  }
  return lines;
}

function halfBlock(upperIsDark: boolean, lowerIsDark: boolean): string {
  if (upperIsDark) return lowerIsDark ? ' ' : '▄';
  return lowerIsDark ? '▀' : '█';
}
