import { toWire } from '#kernel/ids.ts'
import type { DirectoryGroup, GroupMember } from '../store/groups.ts'
import type { ListedUser } from '../store/users.ts'
import { groupMembersMax } from './group-draft.ts'

/** The documents that describe people, groups and the service (RFC 7643). */
export const schemaIds = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
  config: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  type: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
} as const

export const listMax = 200
/** Fewer groups at a time if their members are included. */
export const groupsWithMembersMax = 20

export type Resource = { readonly [name: string]: unknown }

export function presentUser(base: string, person: ListedUser): Resource {
  const id = toWire('usr', person.uid)
  return {
    schemas: [schemaIds.user],
    id,
    ...(person.externalId === null ? {} : { externalId: person.externalId }),
    userName: person.userName,
    name: {
      formatted: person.name,
      ...(person.givenName === null ? {} : { givenName: person.givenName }),
      ...(person.familyName === null ? {} : { familyName: person.familyName }),
    },
    displayName: person.name,
    emails: person.email === null ? [] : [{ value: person.email, type: 'work', primary: true }],
    active: person.isActive,
    meta: {
      resourceType: 'User',
      created: person.createdAt.toISOString(),
      lastModified: person.changedAt.toISOString(),
      location: `${base}/Users/${id}`,
    },
  }
}

export function presentGroup(base: string, group: DirectoryGroup, members: readonly GroupMember[] | null): Resource {
  const id = toWire('grp', group.id)
  return {
    schemas: [schemaIds.group],
    id,
    ...(group.externalId === null ? {} : { externalId: group.externalId }),
    displayName: group.displayName,
    ...(members === null
      ? {}
      : {
          members: members.map(({ uid, name }) => {
            const value = toWire('usr', uid)
            return { value, display: name, type: 'User', $ref: `${base}/Users/${value}` }
          }),
        }),
    meta: {
      resourceType: 'Group',
      created: group.createdAt.toISOString(),
      lastModified: group.updatedAt.toISOString(),
      location: `${base}/Groups/${id}`,
    },
  }
}

export const presentList = (resources: readonly Resource[], totalResults: number, startIndex: number): Resource => ({
  schemas: [schemaIds.list],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

export const describeProvider = (base: string, docs: string): Resource => ({
  schemas: [schemaIds.config],
  documentationUri: docs,
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: listMax },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The value of SCIM_TOKEN as a bearer token.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

export const describeTypes = (base: string): readonly Resource[] =>
  (['User', 'Group'] as const).map((name) => ({
    schemas: [schemaIds.type],
    id: name,
    name,
    endpoint: `/${name}s`,
    description: name === 'User' ? 'A person with an account' : 'A group of people',
    schema: name === 'User' ? schemaIds.user : schemaIds.group,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }))

const attribute = (name: string, more: Resource = {}): Resource => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})

export const describeSchemas = (base: string): readonly Resource[] => [
  {
    schemas: [schemaIds.schema],
    id: schemaIds.user,
    name: 'User',
    description: 'A person with an account',
    attributes: [
      attribute('userName', { required: true, uniqueness: 'server' }),
      attribute('externalId', { caseExact: true }),
      attribute('displayName'),
      attribute('name', {
        type: 'complex',
        subAttributes: [attribute('formatted'), attribute('givenName'), attribute('familyName')],
      }),
      attribute('emails', {
        type: 'complex',
        multiValued: true,
        description: 'The primary or work address becomes the address of the account. Others are ignored.',
        subAttributes: [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })],
      }),
      attribute('active', { type: 'boolean' }),
    ],
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schemaIds.user}` },
  },
  {
    schemas: [schemaIds.schema],
    id: schemaIds.group,
    name: 'Group',
    description: 'A group of people',
    attributes: [
      attribute('displayName', { required: true, uniqueness: 'server' }),
      attribute('externalId', { caseExact: true }),
      attribute('members', {
        type: 'complex',
        multiValued: true,
        description: `Up to ${groupMembersMax} people. Groups can’t be nested.`,
        subAttributes: [
          attribute('value', { caseExact: true, mutability: 'immutable' }),
          attribute('display', { mutability: 'readOnly' }),
          attribute('type', { mutability: 'immutable', canonicalValues: ['User'] }),
          attribute('$ref', { type: 'reference', referenceTypes: ['User'], mutability: 'immutable' }),
        ],
      }),
    ],
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schemaIds.group}` },
  },
]
