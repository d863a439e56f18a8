import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Heading } from '../heading';
import { PublicFrame } from '../public-frame';
import { texts } from './texts';

/** Milliseconds until the page for sign-in errors replaces this one. */
const readMs = 5000;

type Props = { error: string; description: string | undefined };

/** Shown by the embedded identity provider if a client isn't allowed to sign users in. */
export function ProviderErrorPage({ error, description }: Props) {
  const navigate = useNavigate();
  useEffect(() => {
    const leave = () => navigate({ to: '/callback', search: { error, error_description: description }, replace: true });
    const timer = setTimeout(() => void leave(), readMs);
    return () => clearTimeout(timer);
  }, [error, description, navigate]);
  return (
    <PublicFrame>
      <Heading>{texts.providerErrorTitle}</Heading>
      <p>{texts.providerError}</p>
      {description && <p>{description}</p>}
    </PublicFrame>
  );
}
