import type { Page } from 'playwright-core';

/** A landscape of its own for every number, drawn by the browser. */
export async function drawPicture(page: Page, number: number, type = 'image/jpeg'): Promise<Buffer> {
  const url = await page.evaluate(
    ([seed, format]) => {
      const canvas = document.createElement('canvas');
      const isUpright = seed % 4 === 1;
      [canvas.width, canvas.height] = isUpright ? [900, 1200] : [1600, 1067];
      const context = canvas.getContext('2d');
      if (!context) return '';
      const { width, height } = canvas;
      const sky = context.createLinearGradient(0, 0, 0, height);
      sky.addColorStop(0, `hsl(${(seed * 47 + 205) % 360} 62% 58%)`);
      sky.addColorStop(1, `hsl(${(seed * 31 + 28) % 360} 78% 82%)`);
      context.fillStyle = sky;
      context.fillRect(0, 0, width, height);
      context.fillStyle = 'hsl(45 95% 88%)';
      context.beginPath();
      context.arc(width * (0.2 + ((seed * 0.17) % 0.6)), height * 0.32, height * 0.08, 0, 7);
      context.fill();
      for (let ridge = 0; ridge < 4; ridge += 1) {
        context.fillStyle = `hsl(${(seed * 31 + 160) % 360} ${24 + ridge * 6}% ${56 - ridge * 13}%)`;
        context.beginPath();
        context.moveTo(0, height);
        for (let x = 0; x <= width; x += 8) {
          const wave = Math.sin(x / (150 + 37 * ridge) + seed * (ridge + 1)) + 0.5 * Math.sin(x / 61 + seed);
          context.lineTo(x, height * (0.5 + ridge * 0.12) - wave * 46);
        }
        context.lineTo(width, height);
        context.fill();
      }
      return canvas.toDataURL(format, 0.85);
    },
    [number, type] as const,
  );
  return fromDataUrl(url);
}

/** Two seconds of a moving square, as the browser records them. */
export async function recordFilm(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [640, 360];
    const context = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' });
    const parts: Blob[] = [];
    recorder.addEventListener('dataavailable', (event) => parts.push(event.data));
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
    recorder.start();
    for (let frame = 0; frame < 50; frame += 1) {
      if (context) {
        context.fillStyle = `hsl(${frame * 4 + 200} 60% 40%)`;
        context.fillRect(0, 0, 640, 360);
        context.fillStyle = '#fff';
        context.fillRect(frame * 10, 150, 60, 60);
      }
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    recorder.stop();
    await stopped;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });
  return Buffer.from(bytes);
}

function fromDataUrl(url: string): Buffer {
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

/** One second of a tone: a WAV file. */
export function makeTone(): Buffer {
  const rate = 8000;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + rate, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(rate, 40);
  const samples = Buffer.from(
    Array.from({ length: rate }, (_, index) => 128 + Math.round(80 * Math.sin(index / 3))),
  );
  return Buffer.concat([header, samples]);
}

/** A document of some pages with a line of text each; `script` runs when a viewer that runs scripts opens it. */
export function makePdf(pages: number, script?: string): Buffer {
  const kids = Array.from({ length: pages }, (_, index) => `${4 + 2 * index} 0 R`).join(' ');
  const action =
    script === undefined
      ? ''
      : ` /OpenAction << /S /JavaScript /JS (${script.replace(/[()\\]/g, '\\$&')}) >>`;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R${action} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  for (let page = 1; page <= pages; page += 1) {
    const lines = Array.from(
      { length: 22 },
      (_, line) =>
        `0 -26 Td (Line ${line + 1} of page ${page}: three days by the river, and one on the boat.) Tj`,
    );
    const content = `BT /F1 30 Tf 60 760 Td (Itinerary, page ${page}) Tj /F1 13 Tf 0 -20 Td ${lines.join(' ')} ET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${objects.length + 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    );
  }
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  return Buffer.from(
    `${body}${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF`,
    'latin1',
  );
}
