import type { AuditAction } from '#sdk/contract/audit.js';
import type { MessageKey } from '#sdk/i18n/translate.js';

type ToKey<A> = A extends `${infer Group}.${infer Name}` ? `${Group}_${Name}` : never;

/** The text of an action. Dots separate groups of texts, so the action's own dot becomes an underscore. */
export function actionText(action: AuditAction): MessageKey {
  // The type describes the result of `replace`.
  const key = action.replace('.', '_') as ToKey<AuditAction>;
  return `web.admin.audit.actions.${key}`;
}
