export const captions = {
  open: 'Suggest texts',
  title: 'A text for each network',
  lead: 'Describe the post once. You get a text for each network and take those that you like.',
  about: 'What is the post about?',
  tone: 'Tone',
  tones: { neutral: 'Neutral', casual: 'Casual', professional: 'Professional', playful: 'Playful' },
  propose: 'Propose texts',
  again: 'Propose again',
  accept: 'Use this text',
  acceptAll: 'Use all',
  taken: 'In use',
  length: (count: number, max: number) => `${count} of ${max}`,
  writtenBy: {
    rules: 'Written by fixed rules on this installation.',
    ai: 'Written by the AI provider of this installation.',
  },
  quota: (left: number, until: string) => `${left} left until ${until}.`,
}
