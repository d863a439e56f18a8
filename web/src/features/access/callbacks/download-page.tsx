import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Heading } from '../heading';
import { PublicFrame } from '../public-frame';
import { download } from './download';
import { texts } from './texts';
import { Waiting } from './waiting';

/** Opened by a signed link to a file. Downloads the file, or says that the link has expired. */
export function DownloadPage({ token }: { token: string | undefined }) {
  const file = useQuery({
    queryKey: ['download', token],
    queryFn: () => download(token ?? '').then(() => true),
    enabled: Boolean(token),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  });
  if (file.isLoading) return <Waiting text={texts.downloading} />;
  return (
    <PublicFrame>
      <Heading>{texts.downloadTitle}</Heading>
      <p role="status">{file.isSuccess ? texts.downloaded : texts.downloadInvalid}</p>
      {file.isSuccess && (
        <Button variant="default" loading={file.isFetching} onClick={() => void file.refetch()}>
          {texts.downloadAgain}
        </Button>
      )}
    </PublicFrame>
  );
}
