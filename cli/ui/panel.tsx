import type { Translator } from '#sdk/i18n/translate.js';
import { emptyState, type ProgressView, type TransferState } from '../progress/transfer.ts';
import { loadInk } from './load-ink.ts';

interface PanelInit {
  translator: Translator;
  stderr: NodeJS.WriteStream;
  stdin: NodeJS.ReadStream;
}

const millisecondsBetweenFrames = 100;

/** Draws the progress panel until it is closed; the last frame vanishes, because the summary says it in one line. */
export async function panelView({ translator, stderr, stdin }: PanelInit): Promise<ProgressView> {
  const { render } = await loadInk(stderr);
  const { TransferPanel } = await import('./TransferPanel.tsx');
  const panel = (state: TransferState) => <TransferPanel translator={translator} state={state} />;
  // Ctrl-C stays a signal: Ink takes the keyboard only for components that listen to it, and none does.
  const screen = render(panel(emptyState), {
    stdout: stderr,
    stderr,
    stdin,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  let latest = emptyState;
  let timer: NodeJS.Timeout | undefined;
  const draw = () => {
    timer = undefined;
    screen.rerender(panel(latest));
  };
  const change = (state: TransferState) => {
    latest = state;
    timer ??= setTimeout(draw, millisecondsBetweenFrames);
  };
  return {
    update: change,
    file: (_file, state) => change(state),
    close: async () => {
      clearTimeout(timer);
      screen.clear();
      screen.unmount();
      await screen.waitUntilExit();
    },
  };
}
