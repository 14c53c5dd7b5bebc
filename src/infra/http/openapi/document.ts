import type { z } from 'zod'
import type { JsonSchema } from './json-schemas.ts'

/** The parts of the OpenAPI document that code here reads and completes. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
  readonly components: DocumentComponents
  readonly webhooks?: unknown
}

export interface DocumentComponents {
  readonly schemas: Readonly<Record<string, JsonSchema>>
  readonly [kind: string]: Readonly<Record<string, unknown>>
}

/** Marks an operation whose body may be absent until the document is finished: Fastify declares every body as required. */
export const optionalBody = 'x-optional-body'

/** Lists the previously required scopes that still work. Responses to them have deprecation headers. */
export const formerScopes = 'x-former-scopes'

/** Lists the headers of successful responses, by status, until the document is finished. */
export const sentHeaders = 'x-sent-headers'

export interface DescribedOperation {
  readonly [sentHeaders]?: Readonly<Record<string, readonly string[]>>
  readonly [formerScopes]?: readonly string[]
  readonly [optionalBody]?: true
  readonly operationId: string
  readonly tags?: readonly string[]
  readonly deprecated?: boolean
  readonly parameters?: readonly DescribedParameter[]
  readonly requestBody?: { readonly content?: Contents; readonly required?: boolean }
  readonly responses: Record<string, DescribedAnswer>
}

interface DescribedParameter {
  readonly deprecated?: boolean
  readonly in: string
  readonly name?: string
  readonly example?: unknown
  description?: string
  readonly required?: boolean
  readonly schema?: JsonSchema
}

export interface DescribedAnswer {
  readonly description: string
  readonly headers?: Readonly<Record<string, object>>
  readonly content?: Contents
}

type Contents = Readonly<Record<string, Media>>

export interface Media {
  readonly schema: JsonSchema
  examples?: Readonly<Record<string, object>>
}

/** The parts of the document that are not derived from routes. */
export interface DocumentParts {
  /** Schemas of requests that routes refer to by name. */
  readonly requestSchemas: readonly z.ZodType[]
  /** The requests that Posthorn sends, by the type of their event. */
  readonly webhooks: readonly SentRequest[]
}

/** A request that Posthorn sends to a user's endpoint. */
export interface SentRequest {
  readonly type: string
  readonly summary: string
  readonly body: z.ZodType
  readonly headers: Readonly<Record<string, string>>
}

export const operationsOf = (document: Pick<OpenApiDocument, 'paths'>): readonly DescribedOperation[] =>
  Object.values(document.paths).flatMap((methods) => Object.values(methods))

/** Resolves a reference to a named schema. */
export function resolveSchema(schemas: DocumentComponents['schemas'], schema: JsonSchema): JsonSchema {
  if (typeof schema.$ref !== 'string') return schema
  const found = schemas[schema.$ref.split('/').at(-1) ?? '']
  if (!found) throw new Error(`${schema.$ref} does not exist`)
  return resolveSchema(schemas, found)
}
