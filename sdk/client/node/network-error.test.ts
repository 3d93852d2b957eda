import { expect, it } from 'vitest';
import { toTransportError } from './network-error.ts';

const url = 'https://ann:secret@files.example.org/api/health';
const coded = (code: string) => Object.assign(new Error(code), { code });

it.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self_signed'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'unknown_authority'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unknown_authority'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'unknown_authority'],
  ['CERT_HAS_EXPIRED', 'expired'],
  ['CERT_NOT_YET_VALID', 'not_yet_valid'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'wrong_host'],
  ['CERT_REVOKED', 'revoked'],
  ['CERT_SIGNATURE_FAILURE', 'invalid'],
])('says of %s what is wrong with the certificate', (code, problem) => {
  const cause = coded(code);
  expect(toTransportError(cause, { url })).toMatchObject({
    name: 'AppError',
    code: 'server_certificate',
    params: { problem },
    cause,
  });
});

it.each(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'UND_ERR_SOCKET', 'toString'])(
  'takes %s for a broken connection',
  (code) => {
    expect(toTransportError(coded(code), { url })).toMatchObject({
      name: 'NetworkError',
      server: 'https://files.example.org',
    });
  },
);
