/** The words around Slack in the settings of the user. */
export const slack = {
  title: 'Slack',
  lead: 'Write, publish and approve posts from Slack, and be told there what went out.',
  connected: (team: string) => `You are linked in ${team}. Type /posthorn help there.`,
  installedBy: (name: string, when: string) => `Installed by ${name}, ${when}`,
  install: 'Add to Slack',
  link: 'Somebody else installed it',
  codeLead: 'Type this in Slack within ten minutes. It works once.',
  command: 'Command',
  end: 'Disconnect',
  endTitle: 'Disconnect Slack?',
  endLead: 'If you installed the app, it is removed from the workspace for everybody. Otherwise only you are unlinked.',
}
