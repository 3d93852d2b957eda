/** The browser or program of a session, as far as its `User-Agent` reveals it. */
export type Device =
  | { kind: 'browser'; browser: string; system: string | null; isHandheld: boolean }
  | { kind: 'terminal' }
  | { kind: 'script'; name: string }
  | { kind: 'unknown' };

type Names = readonly (readonly [pattern: RegExp, name: string])[];

/** The first match is used, because browsers also name their ancestors. */
const browsers: Names = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrom(e|ium)\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bVersion\/.+\bSafari\//, 'Safari'],
];

const systems: Names = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const handhelds = ['Android', 'iPhone', 'iPad'];

const scripts: Names = [
  [/^curl\//i, 'curl'],
  [/^wget\//i, 'Wget'],
  [/^(node|undici)\b/i, 'Node.js'],
  [/^(python|aiohttp|httpx)/i, 'Python'],
  [/^go-http-client\//i, 'Go'],
  [/\bPowerShell\//, 'PowerShell'],
];

export function deviceOf(userAgent: string | null): Device {
  if (userAgent === null) return { kind: 'unknown' };
  if (/^fileshare\b/i.test(userAgent)) return { kind: 'terminal' };
  const script = nameIn(scripts, userAgent);
  if (script !== null) return { kind: 'script', name: script };
  const browser = nameIn(browsers, userAgent);
  if (browser === null) return { kind: 'unknown' };
  const system = nameIn(systems, userAgent);
  return { kind: 'browser', browser, system, isHandheld: system !== null && handhelds.includes(system) };
}

function nameIn(names: Names, userAgent: string): string | null {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
}
