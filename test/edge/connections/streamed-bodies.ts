interface Opening {
  /** A URL at which the route reads the body. */
  readonly path: string
  readonly type: string
  /** The start of the body. The rest may be one letter, so that each route refuses it sooner or later. */
  readonly begins: string
}

const form = 'application/x-www-form-urlencoded'
const json = 'application/json'
const upload = {
  type: 'multipart/form-data; boundary=frontier',
  begins: '--frontier\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n',
}
const slack = { type: json, begins: '{"type":"event_callback","a":"' }

/** The requests to each route that reads its body as a stream, by the route's method and URL. */
export const openingsFor = (own: {
  readonly profileId: string
  /** The path of an upload URL. */
  readonly uploadPath: string
  /** The token of a share link that allows comments. */
  readonly shareToken: string
  /** The path of a guest's link. */
  readonly portalPath: string
}): Readonly<Record<string, Opening>> => ({
  'POST /v1/media/upload': { path: '/v1/media/upload', ...upload },
  'PUT /v1/auth/me/avatar': { path: '/v1/auth/me/avatar', ...upload },
  'PUT /v1/profiles/:id/avatar': { path: `/v1/profiles/${own.profileId}/avatar`, ...upload },
  'PUT /v1/media/incoming/:token': { path: own.uploadPath, type: 'image/png', begins: '' },
  'POST /v1/posts/import': {
    path: `/v1/posts/import?profileId=${own.profileId}&dryRun=true`,
    type: 'text/csv',
    begins: 'nope\n',
  },
  'POST /v1/share/p/:token/comments': {
    path: `/v1/share/p/${own.shareToken}/comments`,
    type: form,
    begins: 'text=',
  },
  'POST /v1/portal/:token/confirm': { path: `${own.portalPath}/confirm`, type: form, begins: 'code=' },
  ...Object.fromEntries(
    ['approve', 'changes', 'comments'].map((deed) => [
      `POST /v1/portal/:token/posts/:postId/${deed}`,
      { path: `${own.portalPath}/posts/post_01kajv4z00e008000000000001/${deed}`, type: form, begins: 'text=' },
    ]),
  ),
  'POST /v1/connections/webhooks/:platform': {
    path: '/v1/connections/webhooks/net-c',
    type: json,
    begins: '{"a":"',
  },
  'POST /v1/platforms/netgroup/deauthorize': {
    path: '/v1/platforms/netgroup/deauthorize',
    type: form,
    begins: 'signed_request=',
  },
  'POST /v1/platforms/netgroup/data-deletion': {
    path: '/v1/platforms/netgroup/data-deletion',
    type: form,
    begins: 'signed_request=',
  },
  'POST /v1/agent/chat-b/events': { path: '/v1/agent/chat-b/events', ...slack },
  'POST /v1/agent/chat-b/commands': { path: '/v1/agent/chat-b/commands', ...slack },
  'POST /v1/agent/chat-b/interactions': { path: '/v1/agent/chat-b/interactions', ...slack },
  'POST /v1/analytics/reports/end/:token': { path: '/v1/analytics/reports/end/none', type: form, begins: 'a=' },
  'POST /v1/notices/off/:token': { path: '/v1/notices/off/none', type: form, begins: 'a=' },
  'POST /oauth/token': { path: '/oauth/token', type: form, begins: 'grant_type=' },
  'POST /oauth/revoke': { path: '/oauth/revoke', type: form, begins: 'token=' },
  'POST /oauth/device': { path: '/oauth/device', type: form, begins: 'client_id=' },
})
