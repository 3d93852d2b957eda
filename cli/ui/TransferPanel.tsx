import { Box, Text, useStdout } from 'ink';
import { formatBytes } from '#sdk/i18n/format.js';
import type { Translator } from '#sdk/i18n/translate.js';
import { errorText } from '../errors/error-text.ts';
import { forTerminal } from '../io/output.ts';
import type { TransferFile, TransferState } from '../progress/transfer.ts';
import { factsOf, isMoving, percentOf, phaseName, ratioOf, waitOf } from '../progress/words.ts';

const maxWidth = 100;
const maxFiles = 5;

export interface TransferPanelProps {
  translator: Translator;
  state: TransferState;
}

/** The phase, the whole, and the few files that move right now. */
export function TransferPanel({ translator, state }: TransferPanelProps) {
  const { stdout } = useStdout();
  // One column stays free: some terminals wrap a full line.
  const width = Math.min((stdout.columns || 80) - 1, maxWidth);
  const files = state.active.slice(0, maxFiles);
  const others = state.active.length - files.length;
  const wait = waitOf(translator, state);
  return (
    <Box flexDirection="column" width={width}>
      <Box justifyContent="space-between">
        <Text bold>{phaseName(translator, state.phase)}</Text>
        {state.link === null ? null : <Text dimColor>{state.link}</Text>}
      </Box>
      {state.files.total > 0 ? <Overall translator={translator} state={state} width={width} /> : null}
      {wait === null ? null : (
        <Text color="yellow" wrap="truncate">
          {wait}
        </Text>
      )}
      {files.length > 0 ? (
        <Box flexDirection="column" marginTop={1}>
          {files.map((file) => (
            <FileLine key={file.path} translator={translator} file={file} width={width} />
          ))}
        </Box>
      ) : null}
      {others > 0 ? <Text dimColor>{translator.t('cli.progress.more', { count: others })}</Text> : null}
    </Box>
  );
}

function Overall({ translator, state, width }: TransferPanelProps & { width: number }) {
  const facts = isMoving(state.phase) || state.phase === 'done' ? factsOf(translator, state) : [];
  const ratio = ratioOf(state);
  return (
    <>
      {ratio === null ? null : (
        <Box gap={1}>
          <Bar ratio={ratio} width={width - 5} />
          <Box width={4} justifyContent="flex-end">
            <Text>{percentOf(translator, ratio)}</Text>
          </Box>
        </Box>
      )}
      <Text dimColor wrap="truncate">
        {facts.join(' · ')}
      </Text>
    </>
  );
}

interface FileLineProps {
  translator: Translator;
  file: TransferFile;
  width: number;
}

const barWidth = 12;

function FileLine({ translator, file, width }: FileLineProps) {
  if (file.state === 'retrying') return <RetryLine translator={translator} file={file} width={width} />;
  const size = formatBytes(translator.locale, file.size);
  return (
    <Box gap={1}>
      <Box flexGrow={1} flexShrink={1}>
        <Text wrap="truncate-middle">{forTerminal(file.path)}</Text>
      </Box>
      <Box flexShrink={0}>
        <Bar ratio={file.size === 0 ? 1 : file.done / file.size} width={barWidth} />
      </Box>
      <Box flexShrink={0} width={9} justifyContent="flex-end">
        <Text dimColor>{size}</Text>
      </Box>
    </Box>
  );
}

function RetryLine({ translator, file }: FileLineProps) {
  const problem = file.error ? errorText(translator, file.error) : '';
  return (
    <Text color="yellow" wrap="truncate">
      {translator.t('cli.progress.file_retrying', { path: forTerminal(file.path), problem })}
    </Text>
  );
}

interface BarProps {
  /** 0 to 1 */
  ratio: number;
  /** Columns */
  width: number;
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar that moves in eighths of a column. */
function Bar({ ratio, width }: BarProps) {
  const filled = Math.min(Math.max(ratio, 0), 1) * width;
  const whole = Math.floor(filled);
  const rest = eighths[Math.floor((filled - whole) * 8)] ?? '';
  return (
    <Text>
      <Text color="cyan">{'█'.repeat(whole) + rest}</Text>
      <Text dimColor>{'─'.repeat(Math.max(0, width - whole - rest.length))}</Text>
    </Text>
  );
}
