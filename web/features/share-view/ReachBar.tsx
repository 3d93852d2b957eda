import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import IconButton from '@mui/material/IconButton';
import { Share as shareIcon } from 'lucide';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ShareFile } from '#sdk/contract/files.js';
import type { Share } from '#sdk/contract/shares.js';
import { layout, notPhoneScreen, phoneScreen } from '../../app/theme.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { MiniStack } from '../../ui/files/MiniStack.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { DownloadButton } from './DownloadButton.tsx';
import type { Download } from './download.ts';
import { commonType, type Part } from './hero/composition.ts';
import { printOf } from './pictures.ts';

interface Props {
  share: Share;
  title: string;
  parts: readonly Part[];
  prints: readonly ShareFile[];
  download: Download;
  /** The top of the page, which has the button as well */
  children: ReactNode;
}

/** Keeps the download in reach: in a bar while the button (`data-main-action`) is off the screen, in a dock on phones. */
export function ReachBar({ share, title, parts, prints, download, children }: Props) {
  const top = useRef<HTMLDivElement>(null);
  const isShown = useIsOffScreen(top);
  const [wasShown, setWasShown] = useState(false);
  if (isShown && !wasShown) setWasShown(true);
  const { t } = useTranslator();
  const count = t(`web.share.count.${commonType(parts)}`, { count: share.fileCount });
  return (
    <>
      <Box ref={top}>{children}</Box>
      <Box
        role="region"
        aria-label={t('web.share.bar')}
        inert={!isShown}
        data-reach-bar=""
        sx={[barStyle, !isShown && hiddenStyle]}
      >
        {wasShown && (
          <Box sx={columnStyle}>
            <MiniStack files={prints.slice(-3).map((file) => printOf(share.id, file))} />
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Box sx={nameStyle}>{title}</Box>
              <Box sx={{ typography: 'body2', color: 'text.caption' }}>
                {share.sender === null ? count : `${count} · ${share.sender}`}
              </Box>
            </Box>
            <DownloadButton download={download} />
          </Box>
        )}
      </Box>
      <Dock title={title} download={download} />
    </>
  );
}

/** The download at the lower edge of a phone. */
function Dock({ title, download }: { title: string; download: Download }) {
  const { t } = useTranslator();
  const canShare = 'share' in navigator;
  const dock = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => replaceEarlyDock(dock.current), []);
  const handleShare = () => {
    // Closing the list of apps is no error.
    navigator.share({ title, url: window.location.href }).catch(() => undefined);
  };
  return (
    <Box ref={dock} data-dock="" sx={[dockStyle, pageDockStyle]}>
      <GlobalStyles styles={dockSpace} />
      <DownloadButton download={download} isLarge isWide />
      {canShare && (
        <IconButton aria-label={t('web.share.passOn')} onClick={handleShare}>
          <Icon icon={shareIcon} />
        </IconButton>
      )}
    </Box>
  );
}

/** `early/dock.ts` has shown the download before the page could: whoever has reached it stays there. */
function replaceEarlyDock(dock: HTMLElement | null): void {
  const early = document.querySelector('body > [data-early-dock]');
  if (early?.contains(document.activeElement)) dock?.querySelector('a')?.focus();
  early?.remove();
}

/** Whether the main action of an element has been scrolled away, or not been scrolled to. */
function useIsOffScreen(element: RefObject<HTMLElement | null>): boolean {
  const [isOff, setOff] = useState(false);
  useEffect(() => {
    const action = element.current?.querySelector('[data-main-action]');
    if (!action) return undefined;
    const observer = new IntersectionObserver((entries) => setOff(!(entries.at(-1)?.isIntersecting ?? true)));
    observer.observe(action);
    return () => observer.disconnect();
  }, [element]);
  return isOff;
}

const barStyle = {
  bgcolor: 'background.paper',
  position: 'fixed',
  inset: '0 0 auto',
  zIndex: 'appBar',
  height: 68,
  borderBottom: 1,
  borderColor: 'divider',
  transition: 'transform 180ms cubic-bezier(0.2, 0.8, 0.2, 1), visibility 180ms',
  [phoneScreen]: { display: 'none' },
  'html:has([data-selection-bar]) &': { display: 'none' },
} as const;

const hiddenStyle = { transform: 'translateY(-110%)', visibility: 'hidden' } as const;

const columnStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.75,
  height: '100%',
  maxWidth: layout.contentWidth + 96,
  mx: 'auto',
  px: layout.gutter,
} as const;

const nameStyle = {
  fontWeight: 620,
  lineHeight: 1.25,
  letterSpacing: '-0.014em',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const;

export const dockStyle = {
  bgcolor: 'background.paper',
  display: 'flex',
  alignItems: 'center',
  gap: 1.25,
  position: 'fixed',
  inset: 'auto 0 0',
  zIndex: 'appBar',
  px: 1.75,
  pt: 1.25,
  pb: 'calc(10px + env(safe-area-inset-bottom))',
  borderTop: 1,
  borderColor: 'divider',
} as const;

/** While files are selected, their download is there. */
const pageDockStyle = {
  [notPhoneScreen]: { display: 'none' },
  'html:has([data-selection-bar]) &': { display: 'none' },
} as const;

/** The last line of the page is not behind the dock, and neither is what has the focus. */
const dockSpace = {
  [phoneScreen]: {
    html: { scrollPaddingBottom: 96 },
  },
} as const;
