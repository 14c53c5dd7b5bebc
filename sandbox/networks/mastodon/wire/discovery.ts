import { type Answer, ok } from '../../../core/http/request.ts'
import { noToken, route } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { oauthMetadata } from '../auth/login.ts'
import { shownAccount } from '../posts/present.ts'
import { isAtLeast } from '../rules.ts'
import { domain, type Instance } from '../state/platform.ts'
import { notFound } from './refusals.ts'

/** The server's public description of itself: its name, its limits, its endpoints. */
export function discoveryRoutes(instance: Instance): readonly Route[] {
  const since = (major: number, minor: number, body: () => object) => (): Answer =>
    isAtLeast(instance.rules, major, minor) ? ok(body()) : notFound()
  return [
    route(
      'GET',
      '/api/v2/instance',
      'getInstance',
      noToken,
      since(4, 0, () => instanceV2(instance)),
    ),
    route(
      'GET',
      '/api/v1/instance',
      'getInstanceV1',
      noToken,
      since(0, 0, () => instanceV1(instance)),
    ),
    route(
      'GET',
      '/.well-known/oauth-authorization-server',
      'oauthMetadata',
      noToken,
      since(4, 3, () => oauthMetadata(instance)),
    ),
    route(
      'GET',
      '/.well-known/nodeinfo',
      'nodeinfoLinks',
      noToken,
      since(0, 0, () => ({
        links: [{ rel: 'http://nodeinfo.diaspora.software/ns/schema/2.0', href: `${instance.base()}/nodeinfo/2.0` }],
      })),
    ),
    route(
      'GET',
      '/nodeinfo/2.0',
      'nodeinfo',
      noToken,
      since(0, 0, () => nodeinfo(instance)),
    ),
  ]
}

const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/heic', 'image/heif', 'image/webp', 'image/avif']
const videoTypes = ['video/webm', 'video/mp4', 'video/quicktime', 'video/ogg']
const audioTypes = ['audio/wav', 'audio/ogg', 'audio/mpeg', 'audio/flac', 'audio/aac', 'audio/mp4', 'audio/webm']

function configurationOf({ rules }: Instance): object {
  return {
    statuses: {
      max_characters: rules.max_characters,
      max_media_attachments: rules.max_media_attachments,
      characters_reserved_per_url: rules.characters_reserved_per_url,
    },
    media_attachments: {
      ...(isAtLeast(rules, 4, 4) ? { description_limit: rules.description_limit } : {}),
      supported_mime_types: [...imageTypes, ...videoTypes, ...audioTypes],
      image_size_limit: rules.image_size_limit,
      image_matrix_limit: rules.image_matrix_limit,
      video_size_limit: rules.video_size_limit,
      video_frame_rate_limit: rules.video_frame_rate_limit,
      video_matrix_limit: rules.video_matrix_limit,
    },
    polls: {
      max_options: rules.max_poll_options,
      max_characters_per_option: rules.max_characters_per_option,
      min_expiration: rules.min_poll_seconds,
      max_expiration: rules.max_poll_seconds,
    },
  }
}

function instanceV2(instance: Instance): object {
  const { rules } = instance
  return {
    domain,
    title: 'Mastodon (sandbox)',
    version: rules.version,
    source_url: 'https://github.com/mastodon/mastodon',
    description: 'A server that posts to nobody.',
    usage: { users: { active_month: instance.people.size } },
    thumbnail: { url: `${instance.base()}/avatars/sandbox.png` },
    languages: ['en'],
    configuration: {
      urls: { streaming: null },
      accounts: { max_featured_tags: 10 },
      ...configurationOf(instance),
      translation: { enabled: false },
    },
    registrations: { enabled: false, approval_required: false, message: null },
    ...(isAtLeast(rules, 4, 3) ? { api_versions: { mastodon: apiVersion(instance) } } : {}),
    contact: { email: '', account: null },
    rules: [],
  }
}

/**
 * Returns the API version. Version 7 introduced quotes. A client that publishes does not need exact numbers of other
 * versions.
 */
const apiVersion = ({ rules }: Instance): number => (isAtLeast(rules, 4, 5) ? 7 : isAtLeast(rules, 4, 4) ? 6 : 2)

function instanceV1(instance: Instance): object {
  const { rules } = instance
  const alice = instance.person('alice')
  return {
    uri: domain,
    title: 'Mastodon (sandbox)',
    short_description: 'A server that posts to nobody.',
    description: '',
    email: '',
    version: rules.version,
    urls: {},
    stats: { user_count: instance.people.size, status_count: instance.statuses.size, domain_count: 0 },
    thumbnail: null,
    languages: ['en'],
    registrations: false,
    approval_required: false,
    invites_enabled: false,
    configuration: configurationOf(instance),
    ...(rules.version.includes('glitch') ? { max_toot_chars: rules.max_characters } : {}),
    contact_account: alice && shownAccount(instance, alice),
    rules: [],
  }
}

const nodeinfo = (instance: Instance): object => ({
  version: '2.0',
  software: { name: 'mastodon', version: instance.rules.version },
  protocols: ['activitypub'],
  services: { outbound: [], inbound: [] },
  usage: { users: { total: instance.people.size }, localPosts: instance.statuses.size },
  openRegistrations: false,
  metadata: {},
})
