import { expect, it } from 'vitest';
import { redactAddress, redactText } from './redact-text.ts';

it.each([
  ['https://files.example.org', 'https://<host>'],
  ['https://files.example.org:8443/share/abc', 'https://<host>:8443/<path>'],
  ['http://192.168.1.5:3000', 'http://<private IP>:3000'],
  ['http://203.0.113.7', 'http://<public IP>'],
  ['https://[2001:db8::7]:8443', 'https://<public IP>:8443'],
  ['http://[fd00::7]/', 'http://<private IP>/'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['https://nas.lan', 'https://<private host>'],
  ['postgres://anna:secret@db/files', 'postgres://<private host>/<path>'],
  ['mail.example.org:587', '<host>:587'],
  ['not an address', '<address>'],
])('of the address %s leaves %s', (address, left) => {
  expect(redactAddress(address)).toBe(left);
});

it.each([
  ['connect ECONNREFUSED 192.168.1.5:443', 'connect ECONNREFUSED <private IP>:443'],
  ['connect ECONNREFUSED fd00::7:443', 'connect ECONNREFUSED <private IP>'],
  ['connect ECONNREFUSED ::1:443', 'connect ECONNREFUSED ::1:443'],
  ['getaddrinfo EAI_AGAIN minio', 'getaddrinfo EAI_AGAIN <private host>'],
  ["EACCES: permission denied, open '/home/anna/my files/a.txt'", 'EACCES: permission denied, open <path>'],
  [
    '/srv/Acme Legal/files cannot be opened: permission denied.',
    '<path> cannot be opened: permission denied.',
  ],
  ['no such object: ou=People,o=Acme Inc', 'no such object: <DN>'],
  ['connect ENOENT /run/clamav/clamd.ctl', 'connect ENOENT <path>'],
  [
    "Host: files.example.org. is not in the cert's altnames: DNS:anna.example.net",
    "Host: <host>. is not in the cert's altnames: DNS:<host>",
  ],
  ['550 no mailbox anna@example.org here', '550 no mailbox <email> here'],
  ['no such object: uid=anna,ou=people,dc=example,dc=org', 'no such object: <DN>'],
  ['password authentication failed for user "anna"', 'password authentication failed for user <name>'],
  [
    'The backup target sftp://anna@backup.example.org/srv cannot be used: timeout',
    'The backup target sftp://<host>/<path> cannot be used: timeout',
  ],
  ['The disk of C:\\Users\\anna is full', 'The disk of <path> is full'],
  ['it answered with status 502', 'it answered with status 502'],
  ['PostgreSQL 16.4 needs 17 at 10:20:30', 'PostgreSQL 16.4 needs 17 at 10:20:30'],
])('of %s leaves %s', (text, left) => {
  expect(redactText(text)).toBe(left);
});
