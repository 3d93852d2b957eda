import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { secretConfigKeys } from '#sdk/contract/config.js';

export type { Logger };

interface LoggerOptions {
  level: string;
  format: 'json' | 'text';
  /** Standard output unless told. */
  destination?: DestinationStream;
}

/** Secret configuration variables go by their whole key, and by the name that libraries have for such a value. */
const hiddenNames = new Set([
  'password',
  'token',
  'secret',
  ...secretConfigKeys,
  ...secretConfigKeys.map((key) => key.replace(/^.*[.-]/, '')),
]);

/** Structured logs: one JSON object a line, times in UTC. Secrets never reach a log call; the list is a second net. */
export function createLogger(options: LoggerOptions): Logger {
  const destination = options.destination ?? pino.destination({ dest: 1, sync: true });
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: [...hiddenNames].flatMap((name) => [`["${name}"]`, `*["${name}"]`]),
        censor: '[hidden]',
      },
    },
    options.format === 'text' ? textStream(destination) : destination,
  );
}

/** Lines for people: time, level, message, then the other values. */
function textStream(destination: DestinationStream): DestinationStream {
  return {
    write(line: string) {
      const { level, time, msg, ...rest } = JSON.parse(line) as Record<string, unknown>;
      const values = Object.entries(rest).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
      destination.write([time, String(level).toUpperCase(), msg, ...values].join(' ').concat('\n'));
    },
  };
}
