import qrcode from 'qrcode-generator';

/** Modules of white around the code, as ISO/IEC 18004 asks for. */
const quietZone = 4;

/** Pixels of a module where nobody says otherwise. */
const moduleSize = 6;

/** A QR code as the `data:` address of an image that stays sharp at every size. */
export function drawQrCode(text: string): string {
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

type QrCode = ReturnType<typeof qrcode>;

/** Neighbours in a row become one rectangle: between two there could be a hairline. */
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
