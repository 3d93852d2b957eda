import type { Context } from '../context.ts';
import { eventsView } from './events.ts';
import { plainView } from './plain.ts';
import { type ProgressView, silentView } from './transfer.ts';

/** The display that `--progress` and the terminal ask for. Ink and React are loaded only for the panel. */
export async function chooseProgressView(context: Context): Promise<ProgressView> {
  const { options, translator, streams } = context;
  const write = (line: string) => streams.stderr.write(`${line}\n`);
  if (options.progress === 'none' || options.quiet) return silentView;
  if (options.progress === 'json') return eventsView({ write });
  if (options.progress === 'plain' || !canDrawPanel(context)) return plainView({ translator, write });
  const { panelView } = await import('../ui/panel.tsx');
  return panelView({ translator, stderr: streams.stderr, stdin: streams.stdin });
}

/** The panel is drawn on stderr, so that the link on stdout can be captured at the same time. */
export function canDrawPanel({
  options,
  env,
  streams,
}: Pick<Context, 'options' | 'env' | 'streams'>): boolean {
  const isTerminal = streams.stderr.isTTY && streams.stderr.columns > 0;
  if (!isTerminal || env['TERM'] === 'dumb' || options.json) return false;
  return options.progress === 'bar' || !env['CI'];
}
