import { createHash, timingSafeEqual } from 'node:crypto'
import { text as wholeText } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { asRefusal } from '#infra/http/answer/problem.ts'
import { openBody } from '#infra/http/request/arrival.ts'
import { requireSmallJson } from '#infra/http/request/bodies.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { type DirectoryGroupId, fromWire, type UserId } from '#kernel/ids.ts'
import type { DirectoryActor } from '#modules/audit/index.ts'
import { createGroup, deleteGroup, patchGroup, replaceGroup } from './actions/groups.ts'
import { createContactNote, searchGroups, searchUsers, showGroup } from './actions/read.ts'
import { createUser, deleteUser, patchUser, readUser, replaceUser } from './actions/users.ts'
import type { DirectoryDeps } from './deps.ts'
import { readGroupDraft } from './protocol/group-draft.ts'
import { readListQuery } from './protocol/list-query.ts'
import { readChanges } from './protocol/patch.ts'
import {
  describeProvider,
  describeSchemas,
  describeTypes,
  presentList,
  presentUser,
  type Resource,
  schemaIds,
} from './protocol/resources.ts'
import { missing, ScimFault } from './protocol/scim-fault.ts'
import { readUserDraft } from './protocol/user-draft.ts'
import { type Attributes, isObject } from './protocol/values.ts'

const maxBodyBytes = 1024 * 1024

/**
 * The endpoints of SCIM 2.0 (RFC 7644), with which the directory of a company manages accounts. They have their own
 * media type, errors and token, so they are not in the OpenAPI document. Requests are not limited by their number, as
 * directories send them in bursts; refused ones count toward their address, which bounds guesses of the token.
 */
const scim = routesWith({
  access: 'anyone',
  ownToken: true,
  anyAccept: true,
  rateLimited: 'when refused',
  onError: answerFault,
})

export function addScimRoutes(app: Edge, deps: DirectoryDeps): void {
  const { scimToken } = deps.config
  if (scimToken === null) return
  const base = `${deps.config.publicUrl}/scim/v2`
  const digest = digestOf(scimToken)
  const noteContact = createContactNote(deps)
  /** Runs before a body is read. */
  const enter = (request: FastifyRequest): DirectoryActor => {
    requireToken(digest, request)
    noteContact()
    return { kind: 'directory', uid: null, keyId: null, requestId: request.id }
  }
  const query = z.looseObject({})
  const params = z.looseObject({ id: z.string() })
  const body = { bodyAs: 'raw' } as const

  const documents: Readonly<Record<string, readonly Resource[]>> = {
    ResourceTypes: describeTypes(base),
    Schemas: describeSchemas(base),
  }
  scim(app, {
    get: '/scim/v2/ServiceProviderConfig',
    hidden: true,
    query,
    does: async (request, reply) => {
      enter(request)
      return send(reply, 200, describeProvider(base, `${deps.config.publicUrl}/docs/guides/scim`))
    },
  })
  for (const [name, resources] of Object.entries(documents)) {
    scim(app, {
      get: `/scim/v2/${name}`,
      hidden: true,
      query,
      does: async (request, reply) => {
        enter(request)
        return send(reply, 200, presentList(resources, resources.length, 1))
      },
    })
    scim(app, {
      get: `/scim/v2/${name}/:id`,
      hidden: true,
      query,
      params,
      does: async (request, reply) => {
        enter(request)
        const found = resources.find(({ id }) => id === request.params.id)
        if (!found) throw new ScimFault(404, 'There is nothing with this ID.')
        return send(reply, 200, found)
      },
    })
  }

  scim(app, {
    get: '/scim/v2/Users',
    hidden: true,
    query,
    does: async (request, reply) => {
      enter(request)
      return send(reply, 200, await searchUsers(deps, base, readListQuery(request.query)))
    },
  })
  scim(app, {
    get: '/scim/v2/Users/:id',
    hidden: true,
    query,
    params,
    does: async (request, reply) => {
      enter(request)
      const { project } = readListQuery(request.query)
      return send(reply, 200, project(presentUser(base, await readUser(deps, userIdOf(request.params)))))
    },
  })
  scim(app, {
    post: '/scim/v2/Users',
    hidden: true,
    ...body,
    query,
    does: async (request, reply) => {
      const actor = enter(request)
      const user = presentUser(base, await createUser(deps, readUserDraft(await readBody(request)), actor))
      return send(reply.header('location', `${base}/Users/${user.id}`), 201, user)
    },
  })
  scim(app, {
    put: '/scim/v2/Users/:id',
    hidden: true,
    ...body,
    query,
    params,
    does: async (request, reply) => {
      const actor = enter(request)
      const draft = readUserDraft(await readBody(request))
      return send(reply, 200, presentUser(base, await replaceUser(deps, userIdOf(request.params), draft, actor)))
    },
  })
  scim(app, {
    patch: '/scim/v2/Users/:id',
    hidden: true,
    ...body,
    query,
    params,
    does: async (request, reply) => {
      const actor = enter(request)
      const changes = readChanges(await readBody(request))
      return send(reply, 200, presentUser(base, await patchUser(deps, userIdOf(request.params), changes, actor)))
    },
  })
  scim(app, {
    delete: '/scim/v2/Users/:id',
    hidden: true,
    ...body,
    query,
    params,
    does: async (request, reply) => {
      const actor = enter(request)
      await deleteUser(deps, userIdOf(request.params), actor)
      return reply.code(204).send()
    },
  })

  scim(app, {
    get: '/scim/v2/Groups',
    hidden: true,
    query,
    does: async (request, reply) => {
      enter(request)
      return send(reply, 200, await searchGroups(deps, base, readListQuery(request.query)))
    },
  })
  scim(app, {
    get: '/scim/v2/Groups/:id',
    hidden: true,
    query,
    params,
    does: async (request, reply) => {
      enter(request)
      return send(reply, 200, await showGroup(deps, base, groupIdOf(request.params), readListQuery(request.query)))
    },
  })
  scim(app, {
    post: '/scim/v2/Groups',
    hidden: true,
    ...body,
    query,
    does: async (request, reply) => {
      const actor = enter(request)
      const { id } = await createGroup(deps, readGroupDraft(await readBody(request)), actor)
      const group = await showGroup(deps, base, id, readListQuery(request.query))
      return send(reply.header('location', `${base}/Groups/${group.id}`), 201, group)
    },
  })
  scim(app, {
    put: '/scim/v2/Groups/:id',
    hidden: true,
    ...body,
    query,
    params,
    does: async (request, reply) => {
      const actor = enter(request)
      const draft = readGroupDraft(await readBody(request))
      const { id } = await replaceGroup(deps, groupIdOf(request.params), draft, actor)
      return send(reply, 200, await showGroup(deps, base, id, readListQuery(request.query)))
    },
  })
  scim(app, {
    patch: '/scim/v2/Groups/:id',
    hidden: true,
    ...body,
    query,
    params,
    does: async (request, reply) => {
      const actor = enter(request)
      await patchGroup(deps, groupIdOf(request.params), readChanges(await readBody(request)), actor)
      // Large groups would make long responses, which no directory reads.
      return reply.code(204).send()
    },
  })
  scim(app, {
    delete: '/scim/v2/Groups/:id',
    hidden: true,
    ...body,
    query,
    params,
    does: async (request, reply) => {
      const actor = enter(request)
      await deleteGroup(deps, groupIdOf(request.params), actor)
      return reply.code(204).send()
    },
  })
}

const userIdOf = ({ id }: { readonly id: string }): UserId => fromWire('usr', id) ?? raise(missing('user'))
const groupIdOf = ({ id }: { readonly id: string }): DirectoryGroupId => fromWire('grp', id) ?? raise(missing('group'))

function raise(fault: ScimFault): never {
  throw fault
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares digests in constant time. */
function requireToken(digest: Buffer, { headers }: FastifyRequest): void {
  const [, token] = /^Bearer ([^ ]{1,500})$/i.exec(headers.authorization ?? '') ?? []
  if (token === undefined || !timingSafeEqual(digestOf(token), digest))
    throw new ScimFault(401, 'Send `Authorization: Bearer <token>` with the value of SCIM_TOKEN.')
}

async function readBody(request: FastifyRequest): Promise<Attributes> {
  const type = request.raw.headers['content-type'] ?? ''
  if (!/^application\/(?:scim\+)?json\b/i.test(type))
    throw new ScimFault(415, 'Send the body with `Content-Type: application/scim+json`.')
  const text = await wholeText(openBody(request, { maxBytes: maxBodyBytes, isShort: true }))
  requireSmallJson(text, maxBodyBytes)
  const body = parseJson(text)
  if (!isObject(body)) throw new ScimFault(400, 'The body must be a JSON object.', 'invalidSyntax')
  return body
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ScimFault(400, 'The body isn’t valid JSON.', 'invalidSyntax')
  }
}

const mediaType = 'application/scim+json; charset=utf-8'

const send = (reply: FastifyReply, status: number, document: Resource): FastifyReply =>
  reply.code(status).type(mediaType).serializer(JSON.stringify).send(document)

/**
 * Answers in SCIM format. A bug, or a database that is not responding, becomes a problem document as everywhere else:
 * directories only read the status and try again.
 */
function answerFault(error: unknown, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const fault = error instanceof ScimFault ? error : faultOf(error)
  if (fault.status === 401) reply.header('www-authenticate', 'Bearer realm="Posthorn SCIM"')
  return send(reply, fault.status, {
    schemas: [schemaIds.error],
    status: String(fault.status),
    ...(fault.scimType === null ? {} : { scimType: fault.scimType }),
    detail: fault.message,
  })
}

function faultOf(error: unknown): ScimFault {
  const refusal = asRefusal(error)
  if (refusal.status >= 500 || refusal.status === 429) throw error
  return new ScimFault(refusal.status, refusal.message, refusal.code === 'malformed_json' ? 'invalidSyntax' : null)
}
