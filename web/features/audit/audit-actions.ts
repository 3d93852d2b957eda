import { type AuditAction, auditActions } from '#sdk/contract/audit.js';
import type { MessageKey } from '#sdk/i18n/translate.js';

/** What is before the dot of an action. */
type GroupOf<A> = A extends `${infer Group}.${string}` ? Group : never;
type AuditGroup = GroupOf<AuditAction>;
type ToKey<A> = A extends `${infer Group}.${infer Name}` ? `${Group}_${Name}` : never;

/** The text of an action; dots separate groups of texts, so its own is a line. */
export function actionText(action: AuditAction): MessageKey {
  // What `replace` does, in types.
  const key = action.replace('.', '_') as ToKey<AuditAction>;
  return `web.admin.audit.actions.${key}`;
}

export interface ActionGroup {
  group: AuditGroup;
  label: MessageKey;
  actions: readonly AuditAction[];
}

/** All actions under what they are about, in the order of the contract. */
export const actionGroups: readonly ActionGroup[] = [...new Set(auditActions.map(groupOf))].map((group) => ({
  group,
  label: `web.admin.audit.groups.${group}`,
  actions: auditActions.filter((action) => groupOf(action) === group),
}));

function groupOf(action: AuditAction): AuditGroup {
  return action.slice(0, action.indexOf('.')) as AuditGroup;
}
