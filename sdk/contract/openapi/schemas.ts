import * as z from 'zod/mini';
import { ApiKey, CreateApiKey } from '../api-keys.ts';
import { AuditEntry } from '../audit.ts';
import { LoginChallenge, Session } from '../auth.ts';
import { AdminConfigVariable, ConfigVariable } from '../config/api.ts';
import { ShareFile } from '../files.ts';
import { ActiveSession } from '../sessions.ts';
import { CreateDraft } from '../shares/inputs.ts';
import { OwnerShare, Share } from '../shares.ts';
import { UploadMetadata } from '../uploads.ts';
import { CreateUser, CurrentUser, ManagedUser, UpdateUser, Usage, User } from '../users.ts';
import { CreateWebhook, UpdateWebhook, Webhook, WebhookDelivery } from '../webhooks/api.ts';
import { CreateWorkloadIdentity, WorkloadIdentity } from '../workload-identities.ts';

export type JsonSchema = Record<string, unknown>;

/** The schemas that have their own name in the document; all others are inlined where they are used. */
const entities = {
  ActiveSession,
  AdminConfigVariable,
  ApiKey,
  AuditEntry,
  ConfigVariable,
  CreateApiKey,
  CreateShare: CreateDraft,
  CreateUser,
  CreateWebhook,
  CreateWorkloadIdentity,
  CurrentUser,
  Usage,
  LoginChallenge,
  ManagedUser,
  OwnerShare,
  Session,
  Share,
  ShareFile,
  UpdateUser,
  UpdateWebhook,
  UploadMetadata,
  User,
  Webhook,
  WebhookDelivery,
  WorkloadIdentity,
};

const entityNames = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(entities)) entityNames.add(schema, { id });

/** Describes the body of every error response (`ErrorBody`). */
export function errorSchema(codes: readonly string[]): JsonSchema {
  const params = { type: 'object', additionalProperties: { type: ['string', 'number'] } };
  return {
    type: 'object',
    required: ['error', 'message', 'requestId'],
    properties: {
      error: { type: 'string', enum: codes, description: 'The error code, for programs to check' },
      message: { type: 'string', description: 'English text' },
      hint: { type: 'string', description: 'English text that explains the message or says what to do next' },
      params: { ...params, description: 'The values of the placeholders in the text' },
      issues: {
        type: 'array',
        description: 'The wrong fields of a request',
        items: {
          type: 'object',
          required: ['field', 'code'],
          properties: { field: { type: 'string' }, code: { type: 'string' }, params },
        },
      },
      requestId: { type: 'string', description: "Identifies the request in the server's log" },
    },
  };
}

/** Returns the JSON Schemas of all named schemas. */
export function describeEntities(): Record<string, JsonSchema> {
  const requests: z.ZodMiniType[] = [CreateDraft, UploadMetadata];
  return Object.fromEntries(
    Object.entries(entities).map(([name, schema]) => [
      name,
      toJsonSchema(schema, requests.includes(schema) ? 'input' : 'output'),
    ]),
  );
}

/** Returns a reference to a named schema, or the schema itself. */
export function schemaOrReference(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const name = entityNames.get(schema)?.id;
  return name ? { $ref: `#/components/schemas/${name}` } : toJsonSchema(schema, io);
}

/** Converts a schema to JSON Schema; named schemas inside it become references to the components. */
export function toJsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const json = z.toJSONSchema(schema, {
    io,
    metadata: entityNames,
    override: ({ zodSchema, jsonSchema }) => {
      // The format says the same in one line instead of a paragraph.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      const description = z.globalRegistry.get(zodSchema)?.description;
      if (description !== undefined) jsonSchema.description = description;
    },
  });
  // zod returns a named schema as a reference to its own definition.
  const named = definitionOf(json);
  const { $schema, $defs, id, ...rest } = named ?? json;
  return JSON.parse(JSON.stringify(rest).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
}

function definitionOf({
  $ref,
  $defs,
}: z.core.JSONSchema.BaseSchema): z.core.JSONSchema.BaseSchema | undefined {
  return $ref === undefined ? undefined : $defs?.[$ref.slice('#/$defs/'.length)];
}
