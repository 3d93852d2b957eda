import { describe, expect, it } from 'vitest';
import { CreateWorkloadIdentity } from '#sdk/contract/workload-identities.js';
import { aUser, aWorkloadIdentity } from '../../../testing/accounts.ts';
import { testContext } from '../../../testing/context.ts';
import { stub } from '../../../testing/stub.ts';
import { create } from './create.ts';
import { deleteWorkloads } from './delete.ts';
import { list } from './list.ts';

const { issuer } = aWorkloadIdentity();

describe('admin workloads create', () => {
  const options = { user: 'bob', issuer, scope: ['shares:write' as const], passwordStdin: false };

  it('asks for the password, and prints the ID of the new workload identity', async () => {
    const send = stub(() => aWorkloadIdentity());
    const page = { users: [aUser()], nextCursor: null, total: 1 };
    const users = { list: async () => page, me: async () => aUser() };
    const { context, questions } = testContext({
      client: { users, workloadIdentities: { create: send } },
      answers: ['secret'],
    });
    const claim = ['repository=acme/app', 'sub=a=b'];
    const result = await create.run(context, { args: ['release'], options: { ...options, claim } });
    const body = {
      name: 'release',
      userId: aUser().id,
      issuer,
      claims: { repository: 'acme/app', sub: 'a=b' },
      scopes: ['shares:write'],
      password: 'secret',
    };
    expect(questions).toEqual(['Your password on https://files.example.org: ']);
    expect(send).toHaveBeenCalledWith({ body });
    expect(CreateWorkloadIdentity.safeParse(body).success).toBe(true);
    expect(create.view?.(result, context)).toEqual(['c'.repeat(32)]);
  });

  it('explains a claim without a value', async () => {
    const { context } = testContext({ client: {} });
    const input = { args: ['release'], options: { ...options, claim: ['repository'] } };
    await expect(create.run(context, input)).rejects.toMatchObject({
      exit: 'usage',
      text: { key: 'cli.errors.claim_malformed', params: { claim: 'repository' } },
    });
  });
});

it('admin workloads list prints tabs into a pipe', async () => {
  const client = { workloadIdentities: { list: async () => [aWorkloadIdentity()] } };
  const { context } = testContext({ client });
  const result = await list.run(context, { args: [], options: {} });
  expect(list.view?.(result, context)).toEqual([
    `${'c'.repeat(32)}\tbob\tshares:write\t${issuer}\thttps://files.example.org\trepository=acme/app ref=refs/heads/main\trelease`,
  ]);
});

describe('admin workloads delete', () => {
  const second = aWorkloadIdentity({ id: 'd'.repeat(32) });

  function deleting(answers?: string[]) {
    const remove = stub();
    const all = [aWorkloadIdentity(), second, aWorkloadIdentity({ id: 'e'.repeat(32), name: 'docs' })];
    const client = { workloadIdentities: { list: async () => all, remove } };
    return { remove, ...testContext({ client, ...(answers && { answers }) }) };
  }

  it('deletes by ID and by name, after asking', async () => {
    const { context, remove, stderr } = deleting(['y']);
    await deleteWorkloads.run(context, { args: ['docs', second.id], options: { yes: false } });
    expect(remove.mock.calls).toEqual([
      [{ params: { id: 'e'.repeat(32) } }],
      [{ params: { id: second.id } }],
    ]);
    expect(stderr()).toContain(`release (${second.id}), acts as bob`);
  });

  it.each([
    ['release', { exit: 'usage', text: { key: 'cli.errors.workload_ambiguous' } }],
    ['other', { code: 'workload_identity_not_found' }],
  ])('does not guess which one %s means', async (name, error) => {
    const { context, remove } = deleting();
    const input = { args: [name], options: { yes: true } };
    await expect(deleteWorkloads.run(context, input)).rejects.toMatchObject(error);
    expect(remove).not.toHaveBeenCalled();
  });
});
