/** The content of a mail: one recipient, one validated mailbox (SEC-61). */
export interface MailMessage {
  /** For administrators and the log: `passwordReset`, `invitation`, … */
  kind: string;
  to: string;
  subject: string;
  /** Plain text; the HTML part is made from it, escaped. */
  text: string;
  /** The only URL in the text that becomes clickable. Names that look like URLs do not. */
  link: string | null;
  locale: string;
  /** After this moment the mail is no longer needed and is not sent. */
  expiresAt: number;
}
