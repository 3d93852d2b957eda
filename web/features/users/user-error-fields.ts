/** Which field of a user each refusal of the server is about. */
export const userErrorFields = {
  email_taken: 'email',
  username_taken: 'username',
  password_too_common: 'password',
} as const;
