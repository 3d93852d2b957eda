/** The secret part of the link of a reverse share. Apart from its schema, which would load all of zod with every page. */
export const reverseShareTokenPattern = /^fsq_[\w-]{43}$/;
