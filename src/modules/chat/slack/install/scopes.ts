/** The permissions that the app asks for. `docs/chats.md` says what each is for. */
export const scopes: readonly string[] = [
  'chat:write',
  'commands',
  'files:read',
  'im:history',
  'im:read',
  'im:write',
  'users:read',
]

/** The address to which Slack sends people back. It is registered at the app. */
export const callbackUrl = ({ publicUrl }: { readonly publicUrl: string }): string =>
  `${publicUrl}/v1/agent/chat-b/oauth/callback`
