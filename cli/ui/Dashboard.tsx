import { Box, type Key, Text, useApp, useInput, useStdout } from 'ink';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { describeError } from '#sdk/i18n/describe-error.js';
import { formatBytes, formatDate } from '#sdk/i18n/format.js';
import { describeSystemError } from '#sdk/i18n/system-errors.js';
import type { Translator } from '#sdk/i18n/translate.js';
import { forTerminal } from '../io/output.ts';
import { type Actions, type Details, type Item, keyOf, type Loaded } from './dashboard-items.ts';

/** Milliseconds between two looks at the server. */
const refreshEvery = 10_000;
/** Lines around the list: head, notice, help and the blank lines between them. */
const otherLines = 7;

/** Columns from which on there is room for a QR code beside the details. */
const columnsForCode = 78;

interface DashboardProps {
  translator: Translator;
  actions: Actions;
  /** Asked to continue an upload, which needs the whole terminal. */
  onResume(item: Item & { kind: 'upload' }): void;
}

/** Recent shares and unfinished uploads, with keys to act on them. */
export function Dashboard({ translator, actions, onResume }: DashboardProps) {
  const { t } = translator;
  const { exit } = useApp();
  const { stdout } = useStdout();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [selected, setSelected] = useState(0);
  const [notice, setNotice] = useState('');
  const [asking, setAsking] = useState<Item | null>(null);
  const [details, setDetails] = useState<Details | null>(null);

  const attempt = useCallback(
    (work: () => Promise<string>) => {
      work().then(setNotice, (error: unknown) =>
        setNotice(describeSystemError(translator, error) ?? describeError(translator, error)),
      );
    },
    [translator],
  );
  const refresh = useCallback(async () => {
    await actions.load(setLoaded);
    return '';
  }, [actions]);
  useEffect(() => {
    attempt(refresh);
    const timer = setInterval(() => attempt(refresh), refreshEvery);
    return () => clearInterval(timer);
  }, [attempt, refresh]);

  const list = loaded?.items ?? [];
  const at = Math.min(selected, Math.max(0, list.length - 1));
  const item = list[at];

  const handleKey = (input: string, key: Key) => {
    if (asking) {
      setAsking(null);
      if (input !== 'y') return;
      attempt(async () => {
        await actions.remove(asking);
        await refresh();
        return t('cli.dashboard.deleted', { name: nameOf(asking) });
      });
      return;
    }
    if (details) return setDetails(null);
    if (key.escape || input === 'q') return exit();
    if (key.upArrow) setSelected(Math.max(0, at - 1));
    if (key.downArrow) setSelected(Math.min(list.length - 1, at + 1));
    if (!item) return;
    if (input === 'd' && !isRunning(item)) setAsking(item);
    if (key.return && item.kind === 'upload' && !item.isRunning) onResume(item);
    if (item.kind !== 'share') return;
    if (key.return) {
      attempt(async () => {
        setDetails(await actions.describe(item.share));
        return '';
      });
    }
    if (input === 'c')
      attempt(async () =>
        (await actions.copy(item.share.url)) ? t('cli.dashboard.copied') : item.share.url,
      );
    if (input === 'o') attempt(async () => ((await actions.open(item.share.url)) ? '' : item.share.url));
  };
  // Ink learns of a new handler only after the frame is drawn; a key that comes at once must not meet the one before.
  const latest = useRef(handleKey);
  useLayoutEffect(() => {
    latest.current = handleKey;
  });
  useInput((input, key) => latest.current(input, key));

  if (details) {
    return (
      <Box flexDirection="column">
        <Box gap={2}>
          <Box flexShrink={1}>
            <Text>{details.lines.join('\n')}</Text>
          </Box>
          {(stdout.columns || 80) < columnsForCode ? null : (
            <Box flexShrink={0}>
              <Text>{details.code.join('\n')}</Text>
            </Box>
          )}
        </Box>
        <Text dimColor>{t('cli.dashboard.back')}</Text>
      </Box>
    );
  }
  const rows = Math.max(3, (stdout.rows || 24) - otherLines);
  const from = Math.max(0, Math.min(at - Math.floor(rows / 2), list.length - rows));
  const width = Math.min((stdout.columns || 80) - 1, 100);
  return (
    <Box flexDirection="column" width={width}>
      <Text bold>{loaded?.title ?? actions.title}</Text>
      <Box flexDirection="column" marginY={1}>
        {isLoading(loaded) ? <Text dimColor>{t('cli.dashboard.loading')}</Text> : null}
        {isEmpty(loaded) ? <Text>{t('cli.dashboard.empty')}</Text> : null}
        {list.slice(from, from + rows).map((row) => (
          <Row key={keyOf(row)} item={row} isSelected={row === item} translator={translator} />
        ))}
      </Box>
      {asking ? (
        <Text color="yellow">{t('cli.dashboard.confirm', { name: nameOf(asking) })}</Text>
      ) : (
        <Text>{notice || loaded?.problem}</Text>
      )}
      <Text dimColor wrap="truncate">
        {t(item?.kind === 'upload' ? 'cli.dashboard.upload_keys' : 'cli.dashboard.share_keys')}
      </Text>
    </Box>
  );
}

function Row({ item, isSelected, translator }: { item: Item; isSelected: boolean; translator: Translator }) {
  const cells = item.kind === 'share' ? cellsOfShare(item, translator) : cellsOfUpload(item, translator);
  return (
    <Box gap={2}>
      <Box flexGrow={1} flexShrink={1}>
        <Text
          inverse={isSelected}
          wrap="truncate-middle"
          {...(item.kind === 'upload' && { color: 'yellow' })}
        >
          {`${isSelected ? '›' : ' '} ${nameOf(item)}`}
        </Text>
      </Box>
      {cells.map(({ name, text, width }) => (
        <Box key={name} width={width} flexShrink={0} justifyContent="flex-end">
          <Text dimColor wrap="truncate">
            {text}
          </Text>
        </Box>
      ))}
    </Box>
  );
}

interface Cell {
  name: string;
  text: string;
  width: number;
}

function cellsOfShare({ share }: Item & { kind: 'share' }, { t, locale }: Translator): Cell[] {
  const expiry = share.expiresAt === null ? t('cli.never') : formatDate(locale, share.expiresAt);
  const state = share.state === 'active' ? expiry : t(`cli.states.${share.state}`);
  return [
    { name: 'views', text: t('cli.dashboard.views', { count: share.visitors }), width: 10 },
    { name: 'size', text: formatBytes(locale, share.size), width: 9 },
    { name: 'state', text: state, width: 13 },
  ];
}

function cellsOfUpload({ isRunning: isNow, finished }: Item & { kind: 'upload' }, { t }: Translator): Cell[] {
  const state = t(isNow ? 'cli.dashboard.running' : 'cli.dashboard.interrupted');
  const files = t('cli.dashboard.sent', { count: finished });
  return [{ name: 'state', text: `${state}, ${files}`, width: 30 }];
}

function nameOf(item: Item): string {
  return forTerminal(item.kind === 'share' ? (item.share.name ?? item.share.id) : item.command);
}

/** Nothing is there yet. */
function isLoading(loaded: Loaded | null): boolean {
  return loaded === null || (loaded.items.length === 0 && loaded.problem === null);
}

/** Nothing is there, and nothing is missing. */
function isEmpty(loaded: Loaded | null): boolean {
  return loaded !== null && loaded.items.length === 0 && loaded.problem === '';
}

function isRunning(item: Item): boolean {
  return item.kind === 'upload' && item.isRunning;
}
