-- contract: from 0.1.0
-- Some stored reasons of accounts are compared with the text in the code, which is in plain English now.

update account set status_why = 'The network requested the deletion of this account’s data.'
where status_why = 'What the network said of this account was deleted at its request.';

update account set status_why =
  'The last sign-in at the network did not include this page. Sign in again and select this page too.'
where status_why =
  'The page was left out when somebody last signed in to the network. Sign in there again, and tick this page too.';

update account set status_why = 'This is a sandbox account, and the sandbox for ' || network
  || ' is switched off on this installation. Connect a live account.'
where mode = 'sandbox' and status_why like 'The account is one of the sandbox, and % is not in the sandbox here any more. %';

update account set status_why = network || ' is no longer available on this installation.'
where mode = 'live' and status_why like '% is not to be had here any more.';
