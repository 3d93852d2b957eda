/** What becomes a mail: one recipient, one validated mailbox (SEC-61). */
export interface MailMessage {
  /** For the administrator's eye and the log: `passwordReset`, `invitation`, … */
  kind: string;
  to: string;
  subject: string;
  /** Plain text; the HTML part is made of it, escaped. */
  text: string;
  /** The address in the text that can be clicked. Names that look like addresses cannot. */
  link: string | null;
  locale: string;
  /** Nobody needs it later: it is not sent then. */
  expiresAt: number;
}
