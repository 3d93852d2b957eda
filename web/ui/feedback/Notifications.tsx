import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import {
  CircleAlert as circleAlertIcon,
  CircleCheck as circleCheckIcon,
  Info as infoIcon,
  X as xIcon,
} from 'lucide';
import { useEffect, useState } from 'react';
import { notificationMilliseconds, phoneScreen } from '../../app/theme.ts';
import { Icon } from '../icons/Icon.tsx';

export interface Notification {
  id: number;
  text: string;
  tone: 'info' | 'success' | 'error';
}

const icons = { info: infoIcon, success: circleCheckIcon, error: circleAlertIcon };

interface Props {
  shown: readonly Notification[];
  closeLabel: string;
  onDismiss(id: number): void;
}

/**
 * The stack of short messages at the lower right, above the buttons that stick there (`data-foot`, and on phones
 * `data-dock`). Screen readers announce each.
 */
export function Notifications({ shown, closeLabel, onDismiss }: Props) {
  return (
    <Box
      role="status"
      sx={{
        position: 'fixed',
        right: { xs: 12, sm: 20 },
        bottom: { xs: 12, sm: 20 },
        'html:has([data-foot]) &': { bottom: 84 },
        [phoneScreen]: { 'html:has([data-dock]) &': { bottom: 'calc(88px + env(safe-area-inset-bottom))' } },
        left: { xs: 12, sm: 'auto' },
        width: { sm: 380 },
        zIndex: 'snackbar',
        display: 'grid',
        gap: 1,
        pointerEvents: 'none',
      }}
    >
      {shown.map((notification) => (
        <NotificationCard
          key={notification.id}
          notification={notification}
          closeLabel={closeLabel}
          onDismiss={onDismiss}
        />
      ))}
    </Box>
  );
}

function NotificationCard(props: {
  notification: Notification;
  closeLabel: string;
  onDismiss(id: number): void;
}) {
  const { notification, closeLabel, onDismiss } = props;
  const [held, setHeld] = useState(false);
  useEffect(() => {
    // A message under the pointer or with the focus stays: the visitor may be reading it.
    if (held) return;
    const timer = setTimeout(() => onDismiss(notification.id), notificationMilliseconds);
    return () => clearTimeout(timer);
  }, [held, notification.id, onDismiss]);

  return (
    <Box
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        gap: 1.25,
        pl: 2,
        borderRadius: 1.4,
        bgcolor: 'text.primary',
        color: 'background.default',
        pointerEvents: 'auto',
        boxShadow: '0 12px 32px -12px rgba(20, 14, 4, 0.45)',
      }}
    >
      <Icon icon={icons[notification.tone]} sx={{ mt: 1.375, opacity: 0.85 }} />
      <Box component="p" sx={{ m: 0, py: 1.25, flex: 1, typography: 'body2', whiteSpace: 'pre-line' }}>
        {notification.text}
      </Box>
      <IconButton
        aria-label={closeLabel}
        onClick={() => onDismiss(notification.id)}
        sx={{ color: 'inherit', '&:hover': { color: 'inherit', opacity: 0.7 } }}
      >
        <Icon icon={xIcon} size={18} />
      </IconButton>
    </Box>
  );
}
