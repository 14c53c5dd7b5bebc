export const scopeTitles: Readonly<Record<string, string>> = {
  'boards:read': 'See your public boards, including those of groups',
  'boards:read_secret': 'See your secret boards',
  'boards:write': 'Create, change and delete your public boards',
  'boards:write_secret': 'Create, change and delete your secret boards',
  'pins:read': 'See your public Pins',
  'pins:read_secret': 'See your secret Pins',
  'pins:write': 'Create, change and delete your public Pins',
  'pins:write_secret': 'Create, change and delete your secret Pins',
  'user_accounts:read': 'See your account and its figures',
}
