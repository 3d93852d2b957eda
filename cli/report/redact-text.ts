import { BlockList, isIP } from 'node:net';

/**
 * Replaces what identifies an instance or people in a text for the public: hosts, addresses, paths, accounts. What helps
 * to find a mistake stays: schemes, ports, and of which kind a host is. A word too many is better than one too few.
 */
export function redactText(text: string): string {
  return rules.reduce((left, [pattern, replace]) => left.replace(pattern, replace), text);
}

/** Replaces host and path of a URL, or the host of `host:port`. */
export function redactAddress(text: string): string {
  const [, scheme = '', host = '', port = '', path = ''] = addressPattern.exec(text) ?? [];
  return host === '' ? '<address>' : scheme + redactHost(host) + port + (path.length > 1 ? '/<path>' : path);
}

/** Names the kind of a host. This machine is the same everywhere, and stays. */
export function redactHost(text: string): string {
  const host = text.replaceAll(/[[\]]/g, '').toLowerCase();
  const version = isIP(host);
  if (localHosts.test(host)) return text;
  if (version === 0) return privateNames.test(host) ? '<private host>' : '<host>';
  return privateAddresses.check(host, version === 4 ? 'ipv4' : 'ipv6') ? '<private IP>' : '<public IP>';
}

const addressPattern = /^([a-z][a-z\d+.-]*:\/\/)?(?:[^/@\s]*@)?(\[[^\]]+\]|[^:/\s]+)(:\d+)?(\/\S*)?$/i;

/** Node writes the port of an IPv6 address behind another colon. */
const localHosts = /^(localhost|127(\.\d+){3}|::(1(:\d+)?)?|0\.0\.0\.0)$/;

/** One label, as in a Docker network, or an ending that no public name has. */
const privateNames = /^[^.]+$|\.(local|localdomain|lan|internal|intranet|home|home\.arpa|corp|test)$/;

const privateAddresses = new BlockList();
for (const [address, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  privateAddresses.addSubnet(address, bits, 'ipv4');
}
privateAddresses.addSubnet('fc00::', 7, 'ipv6');
privateAddresses.addSubnet('fe80::', 10, 'ipv6');

type Rule = readonly [pattern: RegExp, replace: (match: string, ...groups: string[]) => string];

/** In this order: what one leaves can be part of what the next looks for. */
const rules: readonly Rule[] = [
  // The dot after a URL ends the sentence.
  [/[a-z][a-z\d+.-]*:\/\/[^\s"'<>()]*[^\s"'<>().,;:]/gi, (url) => redactAddress(url)],
  [/[\w.+-]+@[\w-]+(\.[\w-]+)*/g, () => '<email>'],
  [/\b(?:(?:cn|dc|ou|uid|o)=[^,\n]+,\s*)*(?:cn|dc|ou|uid|o)=[^,"'\n]+/gi, () => '<DN>'],
  [/\b(user|role|database) "[^"]*"/gi, (_, kind = '') => `${kind} <name>`],
  [/(["'])(?:~?\/|[a-z]:\\)[^"']*\1/gi, () => '<path>'],
  // Our own texts name a path, which may have spaces, and go on with what is wrong with it.
  [
    /(?<![\w/<>.:])(?:~|\.{0,2})\/[^"'<>,;:\n]+?(?= (?:cannot|does not|already exists|is a |is in use)\b)/g,
    () => '<path>',
  ],
  [/(?<![\w/<>.]|:(?=\/\/))(?:~|\.{0,2})\/[^\s"'<>,;:]+|\b[a-z]:\\[^\s"'<>,;]+/gi, () => '<path>'],
  [
    /\b(ENOTFOUND|EAI_AGAIN|EAI_FAIL|EAI_NODATA|ENODATA) ([^\s<]+)/g,
    (_, code = '', host = '') => `${code} ${redactHost(host)}`,
  ],
  [/(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])/g, (host) => redactHost(host)],
  [/(?<![\w:])[\da-f]*:[\da-f:]*:[\da-f:.]*/gi, (host) => (isIP(host) === 0 ? host : redactHost(host))],
  [
    /(?<![\w.<-])(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d](?![\w.-]*>)/gi,
    (host) => redactHost(host),
  ],
];
