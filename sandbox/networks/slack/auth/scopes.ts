/** Titles of the scopes, in the words of the installation page. */
export const scopeTitles: Readonly<Record<string, string>> = {
  'app_mentions:read': 'View messages that directly mention the app in conversations that the app is in',
  'channels:read': 'View basic information about public channels',
  'chat:write': 'Send messages as the app',
  commands: 'Add shortcuts and slash commands that people can use',
  'files:read': 'View files shared in channels and conversations that the app has been added to',
  'im:history': 'View messages and other content in direct messages that the app has been added to',
  'im:read': 'View basic information about direct messages that the app has been added to',
  'im:write': 'Start direct messages with people',
  'users:read': 'View people in a workspace',
}
