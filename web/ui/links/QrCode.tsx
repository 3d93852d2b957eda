import Box from '@mui/material/Box';
import qrcode from 'qrcode-generator';

interface Props {
  value: string;
  label: string;
}

/** Always dark on white, also in the dark scheme: not every camera can read the inverse. */
export function QrCode({ value, label }: Props) {
  const code = qrcode(0, 'M');
  code.addData(value);
  code.make();
  const count = code.getModuleCount();
  let path = '';
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < count; column += 1) {
      if (code.isDark(row, column)) path += `M${column} ${row}h1v1h-1z`;
    }
  }
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`-2 -2 ${count + 4} ${count + 4}`}
      shapeRendering="crispEdges"
      sx={{
        display: 'block',
        width: 176,
        height: 176,
        bgcolor: '#ffffff',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1.2,
      }}
    >
      <path d={path} fill="#1b1916" />
    </Box>
  );
}
