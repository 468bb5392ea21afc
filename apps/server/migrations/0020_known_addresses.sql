-- Whether somebody of an account signed in from an address before is asked while strangers guess its password (security rule 2).
create index activity_logs_signins on activity_logs (account_id, ip) where action = 'sign_in' and device_type = 'web';
