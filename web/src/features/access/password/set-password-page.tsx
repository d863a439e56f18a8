import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useBrand } from '@/shared/brand/theme-record';
import { validateSetPasswordLink } from '../calls';
import { emailToParam } from '../email-param';
import { Heading } from '../heading';
import classes from '../public-form.module.css';
import { PublicFrame } from '../public-frame';
import { SetPasswordForm } from './set-password-form';
import { texts } from './texts';

type Props = { token: string | undefined; email: string | undefined };

/** Opened by a set-password link. Checks the link, then shows the form, or that the link is invalid or already used. */
export function SetPasswordPage({ token = '', email }: Props) {
  const link = useQuery({
    queryKey: ['set-password-link', token],
    queryFn: () => validateSetPasswordLink(token),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  });
  const userEmail = link.data?.email ?? email ?? '';
  return <PublicFrame>{content()}</PublicFrame>;

  function content() {
    if (link.isLoading) return <Checking />;
    if (link.data?.success) return <SetPasswordForm email={userEmail} token={token} />;
    if (link.data?.message === 'USER_ALREADY_ACTIVE') return <AlreadyRegistered email={userEmail} />;
    return <LinkExpired />;
  }
}

function Checking() {
  return (
    <p role="status" className={classes.waiting}>
      <Loader size={18} />
      {texts.checkingLink}
    </p>
  );
}

function LinkExpired() {
  const { loginTitle } = useBrand();
  return (
    <>
      <Heading>{texts.linkExpiredTitle}</Heading>
      <p>{texts.linkExpired(loginTitle)}</p>
      <Button component={Link} to="/login">
        {texts.goToLogin}
      </Button>
    </>
  );
}

function AlreadyRegistered({ email }: { email: string }) {
  const known = email ? { email: emailToParam(email) } : {};
  return (
    <>
      <Heading>{texts.alreadyRegisteredTitle}</Heading>
      <p>{texts.alreadyRegisteredText}</p>
      <div className={classes.buttons}>
        <Button renderRoot={(props) => <Link to="/forgotPassword" search={known} {...props} />}>
          {texts.resetPassword}
        </Button>
      </div>
      <div className={classes.links}>
        <Link to="/login" className={classes.link}>
          {texts.backToLogin}
        </Link>
      </div>
    </>
  );
}
