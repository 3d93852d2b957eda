import type qrcodeLibrary from 'qrcode-generator';

/** White modules around the code, as ISO/IEC 18004 requires. */
const quietZone = 4;

/** Default size of a module in pixels. */
const moduleSize = 6;

/** Draws a QR code as the `data:` URL of an image that stays sharp at every size. */
export async function drawQrCode(text: string): Promise<string> {
  const { default: qrcode } = await import('qrcode-generator');
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const width = code.getModuleCount() + 2 * quietZone;
  const pixels = width * moduleSize;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${width}" width="${pixels}" height="${pixels}" ` +
    `shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${width}v${width}H0z"/>` +
    `<path d="${outline(code)}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

type QrCode = ReturnType<typeof qrcodeLibrary>;

/** Neighbors in a row become one rectangle, because a hairline could appear between two. */
function outline(code: QrCode): string {
  const size = code.getModuleCount();
  let path = '';
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      let end = column;
      while (end < size && code.isDark(row, end)) end += 1;
      if (end > column)
        path += `M${column + quietZone} ${row + quietZone}h${end - column}v1H${column + quietZone}z`;
      column = end;
    }
  }
  return path;
}
