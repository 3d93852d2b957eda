import { type AuditAction, auditActions } from '#sdk/contract/audit.js';
import type { MessageKey } from '#sdk/i18n/translate.js';

/** The part of an action before the dot. */
type GroupOf<A> = A extends `${infer Group}.${string}` ? Group : never;
type AuditGroup = GroupOf<AuditAction>;

export interface ActionGroup {
  group: AuditGroup;
  label: MessageKey;
  actions: readonly AuditAction[];
}

/** All actions grouped by subject, in the order of the contract. */
export const actionGroups: readonly ActionGroup[] = [...new Set(auditActions.map(groupOf))].map((group) => ({
  group,
  label: `web.admin.audit.groups.${group}`,
  actions: auditActions.filter((action) => groupOf(action) === group),
}));

function groupOf(action: AuditAction): AuditGroup {
  return action.slice(0, action.indexOf('.')) as AuditGroup;
}
