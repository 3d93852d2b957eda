const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** So many in so long. */
export interface Window {
  hits: number;
  ms: number;
}

interface Rule {
  /** Per address, for IPv6 per network of 64 bits. */
  ip?: Window;
  /** Per account, share or token, whatever the action is about. */
  subject?: Window;
  /** When the window of the subject is used up: still so many, so that nobody is locked out for good by strangers. */
  afterwards?: Window;
}

/** What is throttled. Where a row counts failures, `guess` takes the hit back unless the secret was wrong. */
export const throttleRules = {
  /**
   * Failures; the subject is the name or address that was typed and the network it comes from. Never the account: it has
   * several of them, and a counter they share would tell that it exists.
   */
  signIn: {
    ip: { hits: 20, ms: 5 * minute },
    subject: { hits: 10, ms: 15 * minute },
    afterwards: { hits: 1, ms: 30 * second },
  },
  /** The same over all networks but those in which the account is signed in; the subject is what was typed. */
  signInAnywhere: { subject: { hits: 100, ms: hour }, afterwards: { hits: 1, ms: 30 * second } },
  /** Failures; the subject is the account, over all networks and sign-ins. */
  totp: { ip: { hits: 20, ms: 15 * minute }, subject: { hits: 10, ms: 15 * minute } },
  /** Failures to give the current password within a session; the subject is the account. */
  password: { ip: { hits: 20, ms: 5 * minute }, subject: { hits: 10, ms: 15 * minute } },
  /** Failures. */
  setup: { ip: { hits: 20, ms: hour } },
  signUp: { ip: { hits: 10, ms: hour } },
  /** New accounts by providers, which vouch for each: an office signs up in a day. */
  socialSignUp: { ip: { hits: 100, ms: hour } },
  /** Browsers that are sent to a provider. */
  socialSignIn: { ip: { hits: 60, ms: 10 * minute } },
  resetRequest: { ip: { hits: 5, ms: 15 * minute } },
  /** The subject is the address; over the limit no mail is sent and nobody is told. */
  resetMail: { subject: { hits: 3, ms: hour } },
  /** Mails to an address that is to be confirmed; the subject is the account. */
  emailChange: { subject: { hits: 5, ms: hour } },
  /** The same mails; the subject is the address, so that nobody is flooded from many accounts. */
  confirmationMail: { subject: { hits: 3, ms: hour } },
  /** Mails that tell of a share; the subject is the account that names who gets them. */
  recipientMail: { subject: { hits: 100, ms: day } },
  /** The same mails of the whole instance; the subject is always the same. */
  recipientMailOfAll: { subject: { hits: 2000, ms: hour } },
  /** The same mails; the subject is the address, so that nobody is flooded from many accounts. */
  recipientMailTo: { subject: { hits: 20, ms: day } },
  /** Mails that try the settings; the subject is the account. */
  testMail: { subject: { hits: 5, ms: 10 * minute } },
  /** Use of tokens that were mailed. */
  link: { ip: { hits: 20, ms: hour } },
  /** Codes with which programs sign in; the subject is the account. */
  programCode: { subject: { hits: 20, ms: 15 * minute } },
  /** Failures to exchange them. */
  programSignIn: { ip: { hits: 20, ms: 15 * minute } },
  /** Failures; the subject is the share. */
  sharePassword: {
    ip: { hits: 20, ms: 5 * minute },
    subject: { hits: 50, ms: hour },
    afterwards: { hits: 1, ms: 5 * second },
  },
  /** Links that lead nowhere. */
  unknownShare: { ip: { hits: 60, ms: 10 * minute } },
  /** Questions whether a link is free; the subject is the account. The page asks once each time somebody stops typing. */
  linkQuestion: { subject: { hits: 120, ms: 10 * minute } },
  /** Shares whose link is chosen, also when it is taken; the subject is the account. */
  chosenLink: { subject: { hits: 100, ms: hour } },
  anonymousShare: { ip: { hits: 20, ms: hour } },
  /** Shares sent by reverse shares; the subject is the account that sends. */
  sentShare: { subject: { hits: 60, ms: hour } },
  uploadCreation: { ip: { hits: 600, ms: minute } },
} as const satisfies Record<string, Rule>;

export type ThrottledAction = keyof typeof throttleRules;

export function ruleOf(action: ThrottledAction): Rule {
  return throttleRules[action];
}
