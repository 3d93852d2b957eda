import type { AuditEntry } from '#sdk/contract/audit.js';
import { useDeviceName } from '../../lib/device-name.ts';
import { deviceOf } from '../../lib/device-of.ts';

/** What an action was about. Sessions are written down with their whole `User-Agent`. */
export function AuditSubject({ entry: { action, subject } }: { entry: AuditEntry }) {
  const nameDevice = useDeviceName();
  if (!subject) return '–';
  if (action === 'session.end') {
    return <span title={subject.name ?? undefined}>{nameDevice(deviceOf(subject.name))}</span>;
  }
  return subject.name ?? subject.id;
}
