import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

/** The part of undici's parser of HTTP/1.1 that is needed here. */
interface Parser {
  paused: boolean;
  /** Parses what has been received, even if the reader of the body is slower. */
  resume(): void;
}

/**
 * undici 7 throws where nothing can catch it, and so ends the program, when a server that has sent everything closes the
 * connection while the parser waits for whoever reads the body (nodejs/undici#5360; undici 8 is mended, but needs
 * Node 22). With this, the parser first takes in what has been received.
 */
export function parsingToTheEnd(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) => {
    connect(options, (...result) => {
      const [, socket] = result;
      // They are called before undici's own listeners, which are added later.
      socket?.on('end', () => parseTheRest(socket));
      socket?.on('close', () => parseTheRest(socket));
      callback(...result);
    });
  };
}

function parseTheRest(socket: Socket): void {
  const parser = parserOf(socket);
  if (!parser?.paused) return;
  parser.resume();
  // A body without its end pauses it again; then undici reports that the connection was closed.
  parser.paused = false;
}

function parserOf(socket: Socket): Parser | null {
  const key = Object.getOwnPropertySymbols(socket).find(({ description }) => description === 'parser');
  return key ? ((socket as unknown as Record<symbol, Parser | null>)[key] ?? null) : null;
}
