-- expand
-- The list of a user's sign-ins tells them apart by the browser or program that signed in.

alter table sign_in_session add column user_agent text check (char_length(user_agent) <= 300);
