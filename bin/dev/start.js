import { ensureBuild } from './ensure-build.js';

// One process for both, and `exec` in the script of package.json: signals sent to `npm start` reach the server.
ensureBuild();
process.argv.splice(2, 0, 'serve');
await import(new URL('../fileshare.js', import.meta.url).href);
