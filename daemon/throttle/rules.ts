const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** A number of hits in a period. */
export interface Window {
  hits: number;
  ms: number;
}

interface Rule {
  /** Per address; IPv6: per network of 64 bits. */
  ip?: Window;
  /** Per account, share or token, depending on the action. */
  subject?: Window;
  /** Still allowed when the window of the subject is used up, so that strangers cannot lock anybody out permanently. */
  afterwards?: Window;
}

/** The throttled actions. Where a row counts failures, `guess` undoes the hit unless the secret was wrong. */
export const throttleRules = {
  /**
   * Failures; the subject is the typed name or address with the network it comes from. Never the account: it has
   * several of them, and a shared counter would reveal that it exists.
   */
  signIn: {
    ip: { hits: 20, ms: 5 * minute },
    subject: { hits: 10, ms: 15 * minute },
    afterwards: { hits: 1, ms: 30 * second },
  },
  /** Failures over all networks except those in which the account is signed in; the subject is what was typed. */
  signInAnywhere: { subject: { hits: 100, ms: hour }, afterwards: { hits: 1, ms: 30 * second } },
  /** Failures; the subject is the account, over all networks and sign-ins. */
  totp: { ip: { hits: 20, ms: 15 * minute }, subject: { hits: 10, ms: 15 * minute } },
  /** Failures to enter the current password within a session; the subject is the account. */
  password: { ip: { hits: 20, ms: 5 * minute }, subject: { hits: 10, ms: 15 * minute } },
  /** Failures. */
  setup: { ip: { hits: 20, ms: hour } },
  signUp: { ip: { hits: 10, ms: hour } },
  /** New accounts through providers, which verify each person: a whole office may sign up on one day. */
  socialSignUp: { ip: { hits: 100, ms: hour } },
  /** Browsers that are sent to a provider. */
  socialSignIn: { ip: { hits: 60, ms: 10 * minute } },
  resetRequest: { ip: { hits: 5, ms: 15 * minute } },
  /** The subject is the address; above the limit no mail is sent and nobody is told. */
  resetMail: { subject: { hits: 3, ms: hour } },
  /** Mails to an address that is to be confirmed; the subject is the account. */
  emailChange: { subject: { hits: 5, ms: hour } },
  /** The same mails; the subject is the address, so that nobody is flooded from many accounts. */
  confirmationMail: { subject: { hits: 3, ms: hour } },
  /** Mails about a share; the subject is the account that names the recipients. */
  recipientMail: { subject: { hits: 100, ms: day } },
  /** The same mails of the whole instance; the subject is always the same. */
  recipientMailOfAll: { subject: { hits: 2000, ms: hour } },
  /** The same mails; the subject is the address, so that nobody is flooded from many accounts. */
  recipientMailTo: { subject: { hits: 20, ms: day } },
  /** Mails that test the settings; the subject is the account. */
  testMail: { subject: { hits: 5, ms: 10 * minute } },
  /** Questions to the directory that test the settings; the subject is the account. */
  testDirectory: { subject: { hits: 30, ms: 10 * minute } },
  /** Uses of mailed tokens. */
  link: { ip: { hits: 20, ms: hour } },
  /** Codes with which programs sign in; the subject is the account. */
  programCode: { subject: { hits: 20, ms: 15 * minute } },
  /** Failures to exchange these codes. */
  programSignIn: { ip: { hits: 20, ms: 15 * minute } },
  /** Failures; jobs of a CI system, which often share one address, may begin at the same time. */
  workloadSignIn: { ip: { hits: 60, ms: 15 * minute } },
  /** Failures; the subject is the share. */
  sharePassword: {
    ip: { hits: 20, ms: 5 * minute },
    subject: { hits: 50, ms: hour },
    afterwards: { hits: 1, ms: 5 * second },
  },
  /** Links that lead nowhere. */
  unknownShare: { ip: { hits: 60, ms: 10 * minute } },
  /**
   * Queries whether a link is available; the subject is the account. The page queries each time the user stops typing.
   */
  linkQuestion: { subject: { hits: 120, ms: 10 * minute } },
  /** Shares with a chosen link, even if it is taken; the subject is the account. */
  chosenLink: { subject: { hits: 100, ms: hour } },
  anonymousShare: { ip: { hits: 20, ms: hour } },
  /** Shares sent through reverse shares; the subject is the sender's account. */
  sentShare: { subject: { hits: 60, ms: hour } },
  uploadCreation: { ip: { hits: 600, ms: minute } },
  /** Thumbnails that senders make: each is drawn again. */
  sentThumbnail: { ip: { hits: 200, ms: minute } },
} as const satisfies Record<string, Rule>;

export type ThrottledAction = keyof typeof throttleRules;

export function ruleOf(action: ThrottledAction): Rule {
  return throttleRules[action];
}
