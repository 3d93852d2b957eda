import * as z from 'zod/mini';
import { fullPath } from '#sdk/contract/api.js';
import type { EndpointDefinition } from '#sdk/contract/endpoint.js';
import { loggable } from '#sdk/contract/formats/primitives.js';

/** A position in a path, and the segments that can follow it. */
interface Place {
  /** Fixed segments. */
  words: Map<string, Place>;
  /** The parameter that any other segment is. */
  parameter: Parameter | null;
}

interface Parameter {
  /** How it is written when its value is hidden: `:id`, or `*path` for the rest of a path. */
  pattern: string;
  /** Values that match this schema are shown; null hides all values. */
  shown: z.core.$ZodType | null;
  next: Place;
}

/** Paths outside the API that people look for in a log. All others are hidden. */
const pages = ['/', '/s/:id', '/share/:id', '/upload/:token'];

/**
 * Returns a function that writes a path for the log: the pattern of its route, with the values of the parameters that
 * the contract marks as `loggable`. A segment that belongs to no route may be a secret in the wrong place, so it is
 * hidden together with everything after it.
 */
export function createPathWriter(endpoints: readonly EndpointDefinition[]): (path: string) => string {
  const root: Place = { words: new Map(), parameter: null };
  for (const page of pages) addRoute(root, page, {});
  for (const endpoint of endpoints) addRoute(root, fullPath(endpoint), endpoint.params?.shape ?? {});

  return (path) => {
    let written = '';
    let place = root;
    for (const segment of path.slice(1).split('/')) {
      const word = place.words.get(segment);
      if (word) {
        written += `/${segment}`;
        place = word;
        continue;
      }
      const { parameter } = place;
      if (!parameter || segment === '') return `${written}/[hidden]`;
      written += `/${writeValue(parameter, segment)}`;
      if (parameter.pattern.startsWith('*')) return written;
      place = parameter.next;
    }
    return written;
  };
}

function writeValue({ shown, pattern }: Parameter, value: string): string {
  return shown && z.core.safeParse(shown, value).success ? value : pattern;
}

function addRoute(root: Place, path: string, schemas: Readonly<Record<string, z.core.$ZodType>>): void {
  let place = root;
  for (const segment of path.slice(1).split('/')) {
    place = /^[:*]/.test(segment) ? addParameter(place, segment, schemas) : addWord(place, segment);
  }
}

function addWord({ words }: Place, word: string): Place {
  const next = words.get(word) ?? { words: new Map(), parameter: null };
  words.set(word, next);
  return next;
}

function addParameter(
  place: Place,
  pattern: string,
  schemas: Readonly<Record<string, z.core.$ZodType>>,
): Place {
  const schema = schemas[pattern.slice(1)];
  const shown = schema && loggable.has(schema) ? schema : null;
  const known = place.parameter;
  place.parameter ??= { pattern, shown, next: { words: new Map(), parameter: null } };
  // Two routes have different parameters in the same place.
  if (known && known.shown !== shown) known.shown = null;
  return place.parameter.next;
}
