import { type DestinationStream, type Logger, pino, stdSerializers, stdTimeFunctions } from 'pino';
import { secretConfigKeys } from '#sdk/contract/config.js';
import { LossyOutput } from './lossy-output.ts';

export type { Logger };

interface LoggerOptions {
  level: string;
  format: 'json' | 'text';
  /** Default: standard output. */
  destination?: DestinationStream;
}

interface Destination extends DestinationStream {
  flush?(done: (error?: Error) => void): void;
}

/**
 * Secret configuration variables are hidden by their whole key, and by the name that libraries use for such a value.
 */
const hiddenNames = new Set([
  'password',
  'token',
  'secret',
  ...secretConfigKeys,
  ...secretConfigKeys.map((key) => key.replace(/^.*[.-]/, '')),
]);

/**
 * Structured logs: one JSON object per line, times in UTC. Secrets never reach a log call; hiding values by their names
 * is a second safeguard.
 */
export function createLogger(options: LoggerOptions): Logger {
  const destination = options.destination ?? new LossyOutput(1);
  const logger = pino(
    {
      level: options.level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), bindings: hideSecrets, log: hideSecrets },
      serializers: { err: describeError },
    },
    options.format === 'text' ? textStream(destination) : destination,
  );
  if (destination instanceof LossyOutput) {
    destination.onLoss = (dropped) =>
      logger.error({ dropped }, 'log lines were dropped because the log could not be written');
  }
  return logger;
}

/** Hides values by their names, at the top level and one level below. Copies an entry only if it has to. */
function hideSecrets(entry: Record<string, unknown>, isNested = false): Record<string, unknown> {
  let copy: Record<string, unknown> | undefined;
  for (const [name, value] of Object.entries(entry)) {
    const shown = hiddenNames.has(name)
      ? '[hidden]'
      : !isNested && isPlainObject(value)
        ? hideSecrets(value, true)
        : value;
    if (shown === value) continue;
    copy ??= { ...entry };
    copy[name] = shown;
  }
  return copy ?? entry;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Leaves out the other properties of an error: libraries put requests, responses and bodies there. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = stdSerializers.err(error);
  return {
    type,
    message,
    stack,
    ...('code' in error && { code: error.code }),
    ...(error instanceof AggregateError && { errors: error.errors.map(describeError) }),
  };
}

/** Formats lines for people: time, level, message, then the other values. */
function textStream(destination: Destination): Destination {
  return {
    write(line: string) {
      const { level, time, msg, ...rest } = JSON.parse(line) as Record<string, unknown>;
      const values = Object.entries(rest).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
      destination.write([time, String(level).toUpperCase(), msg, ...values].join(' ').concat('\n'));
    },
    ...(destination.flush && { flush: destination.flush.bind(destination) }),
  };
}
