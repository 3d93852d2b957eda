import { runProgram } from './processes.ts';

const common = ['--silent', '--show-error', '--fail', '--noproxy', '*', '--output', '/dev/null'];

/** Sends or downloads with curl; returns the seconds that curl measured. */
export async function curl(url: string, args: readonly string[]): Promise<number> {
  const { stdout } = await runProgram('curl', [...common, '--write-out', '%{time_total}', ...args, url]);
  return Number(stdout);
}

export function curlDownload(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return curl(url, headerArgs(headers));
}

/** Sends one file with PUT or PATCH, without the round trip of `Expect: 100-continue`. */
export function curlUpload(
  url: string,
  file: string,
  { method = 'PUT', headers = {} }: { method?: string; headers?: Readonly<Record<string, string>> } = {},
): Promise<number> {
  const lines = headerArgs({ Expect: '', ...headers });
  return curl(url, ['--request', method, '--upload-file', file, ...lines]);
}

export function headerArgs(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
}
