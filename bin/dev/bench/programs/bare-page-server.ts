import { createServer } from 'node:http';

/**
 * What the browser itself needs: a page with rows of text and nothing else, `/rows/COUNT`, and a server that discards
 * what it is sent. Runs in a separate process with a port.
 */
const [port] = process.argv.slice(2);

createServer((request, response) => {
  const count = /^\/rows\/(\d+)$/.exec(request.url ?? '')?.[1];
  request.resume();
  request.once('end', () => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(count ? listPage(Number(count)) : page('<input type=file multiple>'));
  });
}).listen(Number(port), '127.0.0.1');

function listPage(count: number): string {
  const rows = Array.from({ length: count }, (_, i) => `<li><b>file-${i}.bin</b> <span>10 bytes</span></li>`);
  const style =
    '<style>li { height: 64px; border-top: 1px solid #ddd } ul { margin: 0 auto; width: 80% }</style>';
  return page(`${style}<ul>${rows.join('')}</ul>`);
}

function page(content: string): string {
  return `<!doctype html><meta name=viewport content="width=device-width"><title>Bare</title>${content}`;
}
