/** What becomes a mail: one recipient, one validated mailbox (SEC-61). */
export interface MailMessage {
  /** For the administrator's eye and the log: `passwordReset`, `invitation`, … */
  kind: string;
  to: string;
  subject: string;
  /** Plain text; the HTML part is made of it, escaped. */
  text: string;
}
