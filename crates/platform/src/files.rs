//! The file store. Each object is encrypted in chunks before it leaves the process.
//!
//! An object starts with the number of its key and a nonce, followed by chunks of 64 KiB. Each chunk has a tag that
//! binds it to its position and marks the last one (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár).

use crate::{
    config::Config,
    error::{Error, Result},
    folders,
    keys::{Key, Keys, mac},
};
use aead_stream::{DecryptorBE32, EncryptorBE32};
use aes_gcm::{Aes256Gcm, KeyInit};
use bytes::Bytes;
use futures::{Stream, StreamExt, TryStreamExt};
use object_store::{
    MultipartUpload, ObjectStore, ObjectStoreExt, PutMode, PutPayload, aws::AmazonS3Builder, local::LocalFileSystem,
    path::Path as StorePath,
};
use rand::TryRng;
use sha2::{Digest, Sha256};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, SystemTime},
};
use uuid::Uuid;
use zeroize::Zeroizing;

const CHUNK_BYTES: usize = 64 * 1024;
const TAG_BYTES: usize = 16;
const NONCE_BYTES: usize = 7;
const HEADER_BYTES: usize = 2 + NONCE_BYTES;
/// Part size for a folder.
const PART_BYTES: usize = 1024 * 1024;
/// Part size for S3, which accepts smaller parts only at the end.
const S3_PART_BYTES: usize = 5 * 1024 * 1024;
/// Concurrent reads of plaintext objects.
const READS_AT_ONCE: usize = 16;
/// Aborts an upload whose sender stalls for longer.
const STALL: Duration = Duration::from_secs(30);

/// The file store: a folder or an S3 bucket.
#[derive(Clone)]
pub struct Files {
    store: Arc<dyn ObjectStore>,
    /// The local folder, unless the store is S3.
    folder: Option<PathBuf>,
    part_bytes: usize,
}

/// Size and hash of a stored file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Size before encryption.
    pub size_bytes: u64,
    /// SHA-256 of the content before encryption.
    pub sha256: [u8; 32],
}

impl Files {
    /// Opens a store in a local folder, creating the folder if necessary.
    ///
    /// # Errors
    ///
    /// The folder can't be created.
    pub fn local(folder: &Path) -> anyhow::Result<Self> {
        folders::create_passable(folder)?;
        let store = LocalFileSystem::new_with_prefix(folder)?.with_automatic_cleanup(true);
        Ok(Self { store: Arc::new(store), folder: Some(folder.to_owned()), part_bytes: PART_BYTES })
    }

    /// Opens the store from the settings: an S3 bucket, or a folder in `data_dir`.
    ///
    /// # Errors
    ///
    /// The folder can't be created, or the S3 settings are incomplete.
    pub fn of(config: &Config) -> anyhow::Result<Self> {
        let Some(bucket) = &config.s3_bucket else { return Self::local(&config.data_dir.join("files")) };
        let set = |value: &Option<String>| value.clone().unwrap_or_default();
        let endpoint = set(&config.s3_endpoint);
        let store = AmazonS3Builder::new()
            .with_bucket_name(bucket)
            .with_allow_http(endpoint.starts_with("http://"))
            .with_endpoint(endpoint)
            .with_region(&config.s3_region)
            .with_access_key_id(set(&config.s3_access_key))
            .with_secret_access_key(set(&config.s3_secret_key))
            .build()?;
        Ok(Self { store: Arc::new(store), folder: None, part_bytes: S3_PART_BYTES })
    }

    /// Stores a stream up to a maximum length. The object appears completely or not at all.
    ///
    /// # Errors
    ///
    /// Too many bytes, a sender that stalls or disconnects, or a store that fails.
    pub async fn put<E: std::fmt::Display>(
        &self,
        keys: &Keys,
        company: i64,
        id: Uuid,
        max_bytes: u64,
        body: impl Stream<Item = Result<Bytes, E>>,
    ) -> Result<Stored> {
        let mut upload = Upload(Some(self.store.put_multipart(&object(company, id)).await.map_err(Error::internal)?));
        let sealing = Sealing::begin(keys, company, id, self.part_bytes)?;
        let stored = seal_into(&mut upload, sealing, max_bytes, body).await;
        match stored {
            Ok(stored) => {
                upload.complete().await?;
                Ok(stored)
            }
            Err(error) => {
                upload.abort().await;
                Err(error)
            }
        }
    }

    /// Reads and decrypts an object.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`], or an internal error if the object was altered.
    pub async fn get(&self, keys: &Keys, company: i64, id: Uuid) -> Result<Zeroizing<Vec<u8>>> {
        let object = match self.store.get(&object(company, id)).await {
            Ok(found) => found.bytes().await.map_err(Error::internal)?,
            Err(object_store::Error::NotFound { .. }) => return Err(Error::NotFound),
            Err(error) => return Err(Error::internal(error)),
        };
        open(keys, company, id, &object).ok_or_else(|| Error::internal(anyhow::anyhow!("file {id} can't be decrypted")))
    }

    /// Number of the key that encrypted an object. `None` if the object is gone.
    pub async fn sealed_with(&self, company: i64, id: Uuid) -> Result<Option<i16>> {
        match self.store.get_range(&object(company, id), 0..2).await {
            Ok(number) => Ok(number[..].try_into().ok().map(i16::from_be_bytes)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(Error::internal(error)),
        }
    }

    /// Encrypts an object again under the newest key and replaces it atomically.
    pub async fn reseal(&self, keys: &Keys, company: i64, id: Uuid) -> Result<()> {
        let bytes = Bytes::copy_from_slice(&self.get(keys, company, id).await?);
        let length = bytes.len() as u64;
        let body = futures::stream::iter([Ok::<_, std::convert::Infallible>(bytes)]);
        self.put(keys, company, id, length, body).await.map(drop)
    }

    /// Stores a small plaintext object. For data that isn't secret and must be readable without the database. An
    /// existing object is kept.
    pub async fn put_open(&self, folder: &str, name: &str, text: Bytes) -> Result<()> {
        let path = StorePath::from_iter([folder, name]);
        let put = self.store.put_opts(&path, PutPayload::from_bytes(text), PutMode::Create.into()).await;
        match put {
            Ok(_) | Err(object_store::Error::AlreadyExists { .. }) => Ok(()),
            Err(error) => Err(Error::internal(error)),
        }
    }

    /// Reads names and contents of all plaintext objects in a folder.
    pub async fn all_open(&self, folder: &str) -> Result<Vec<(String, Bytes)>> {
        let listed = self.store.list(Some(&StorePath::from(folder)));
        let read = async |object: object_store::Result<object_store::ObjectMeta>| {
            let path = object.map_err(Error::internal)?.location;
            let bytes = self.store.get(&path).await.map_err(Error::internal)?.bytes().await.map_err(Error::internal)?;
            Ok((path.filename().unwrap_or_default().to_owned(), bytes))
        };
        listed.map(read).buffer_unordered(READS_AT_ONCE).try_collect().await
    }

    /// Deletes an object. Succeeds if it is gone already.
    pub async fn remove(&self, company: i64, id: Uuid) -> Result<()> {
        match self.store.delete(&object(company, id)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(Error::internal(error)),
        }
    }

    /// Deletes staged uploads that a crash left behind, if they have been idle for long enough.
    ///
    /// The folder store stages uploads as `name#number` and doesn't list them. S3 hides them; configure
    /// `AbortIncompleteMultipartUpload` on the bucket.
    ///
    /// # Errors
    ///
    /// The folder can't be read or written.
    pub fn remove_broken_off(&self, idle: Duration) -> Result<usize> {
        let Some(folder) = &self.folder else { return Ok(0) };
        let mut removed = 0;
        for company in fs::read_dir(folder).map_err(Error::internal)? {
            let Ok(objects) = fs::read_dir(company.map_err(Error::internal)?.path()) else { continue };
            for staged in objects.filter_map(std::result::Result::ok) {
                let is_staged = staged.file_name().to_string_lossy().contains('#');
                let written = staged.metadata().and_then(|meta| meta.modified());
                let is_idle = written.is_ok_and(|at| SystemTime::now().duration_since(at).is_ok_and(|age| age > idle));
                if is_staged && is_idle {
                    fs::remove_file(staged.path()).map_err(Error::internal)?;
                    removed += 1;
                }
            }
        }
        Ok(removed)
    }

    /// Lists every object with its company, for the sweep that deletes orphaned objects.
    pub fn list(&self) -> impl Stream<Item = Result<(i64, Uuid, jiff::Timestamp)>> + '_ {
        self.store.list(None).filter_map(|found| async move {
            match found {
                Ok(meta) => {
                    let mut parts = meta.location.parts();
                    let company = parts.next()?.as_ref().parse().ok()?;
                    let id = parts.next()?.as_ref().parse().ok()?;
                    let at = jiff::Timestamp::from_second(meta.last_modified.timestamp()).ok()?;
                    Some(Ok((company, id, at)))
                }
                Err(error) => Some(Err(Error::internal(error))),
            }
        })
    }
}

/// Counts, hashes and encrypts a stream.
async fn seal_into<E: std::fmt::Display>(
    upload: &mut Upload,
    mut sealing: Sealing,
    max_bytes: u64,
    body: impl Stream<Item = Result<Bytes, E>>,
) -> Result<Stored> {
    let mut hash = Sha256::new();
    let mut size_bytes = 0;
    let mut body = std::pin::pin!(body);
    loop {
        let chunk = tokio::time::timeout(STALL, body.next())
            .await
            .map_err(|_| Error::Malformed("The upload stalled. Please try again.".to_owned()))?;
        let Some(chunk) = chunk else { break };
        let chunk = chunk.map_err(|_| Error::Malformed("The upload was cut off. Please try again.".to_owned()))?;
        size_bytes += chunk.len() as u64;
        if size_bytes > max_bytes {
            return Err(Error::TooLarge("The file is too large.".to_owned()));
        }
        hash.update(&chunk);
        if let Some(part) = sealing.push(&chunk)? {
            upload.part(part).await?;
        }
    }
    upload.part(sealing.finish()?).await?;
    Ok(Stored { size_bytes, sha256: hash.finalize().into() })
}

fn object(company: i64, id: Uuid) -> StorePath {
    StorePath::from_iter([company.to_string(), id.to_string()])
}

/// Derives the key of one object, so that nonces of different objects never collide.
fn object_key(key: &Key, company: i64, id: Uuid, nonce: &[u8]) -> Key {
    Zeroizing::new(mac(key, &[b"file", &company.to_be_bytes(), id.as_bytes(), nonce]))
}

/// Encrypts data chunk by chunk.
struct Sealing {
    encryptor: EncryptorBE32<Aes256Gcm>,
    plain: Zeroizing<Vec<u8>>,
    sealed: Vec<u8>,
    part_bytes: usize,
}

impl Sealing {
    fn begin(keys: &Keys, company: i64, id: Uuid, part_bytes: usize) -> Result<Self> {
        let (key_id, key) = keys.sealing();
        let mut nonce = [0; NONCE_BYTES];
        rand::rngs::SysRng.try_fill_bytes(&mut nonce).map_err(Error::internal)?;
        let cipher = Aes256Gcm::new((&*object_key(key, company, id, &nonce)).into());
        let mut sealed = Vec::with_capacity(PART_BYTES + CHUNK_BYTES);
        sealed.extend_from_slice(&key_id.to_be_bytes());
        sealed.extend_from_slice(&nonce);
        Ok(Self {
            encryptor: EncryptorBE32::from_aead(cipher, (&nonce).into()),
            plain: Zeroizing::new(Vec::with_capacity(CHUNK_BYTES)),
            sealed,
            part_bytes,
        })
    }

    /// Adds bytes and returns a part when enough have accumulated. A full chunk waits until more data follows, because
    /// the last chunk is sealed differently.
    fn push(&mut self, mut bytes: &[u8]) -> Result<Option<Vec<u8>>> {
        while !bytes.is_empty() {
            if self.plain.len() == CHUNK_BYTES {
                let chunk = self.encryptor.encrypt_next(self.plain.as_slice()).map_err(|_| sealing_failed())?;
                self.sealed.extend_from_slice(&chunk);
                self.plain.clear();
            }
            let taken = bytes.len().min(CHUNK_BYTES - self.plain.len());
            self.plain.extend_from_slice(&bytes[..taken]);
            bytes = &bytes[taken..];
        }
        if self.sealed.len() < self.part_bytes {
            return Ok(None);
        }
        Ok(Some(std::mem::replace(&mut self.sealed, Vec::with_capacity(self.part_bytes + CHUNK_BYTES))))
    }

    fn finish(mut self) -> Result<Vec<u8>> {
        let last = self.encryptor.encrypt_last(self.plain.as_slice()).map_err(|_| sealing_failed())?;
        self.sealed.extend_from_slice(&last);
        Ok(self.sealed)
    }
}

fn sealing_failed() -> Error {
    Error::internal(anyhow::anyhow!("a file can't be encrypted"))
}

fn open(keys: &Keys, company: i64, id: Uuid, object: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
    let (header, sealed) = object.split_at_checked(HEADER_BYTES)?;
    let key = keys.sealed_with(i16::from_be_bytes([header[0], header[1]]))?;
    let nonce: [u8; NONCE_BYTES] = header[2..].try_into().ok()?;
    let cipher = Aes256Gcm::new((&*object_key(key, company, id, &nonce)).into());
    let mut decryptor = DecryptorBE32::from_aead(cipher, (&nonce).into());
    let mut plain = Zeroizing::new(Vec::with_capacity(sealed.len()));
    let mut rest = sealed;
    while rest.len() > CHUNK_BYTES + TAG_BYTES {
        let (chunk, after) = rest.split_at(CHUNK_BYTES + TAG_BYTES);
        plain.extend_from_slice(&Zeroizing::new(decryptor.decrypt_next(chunk).ok()?));
        rest = after;
    }
    plain.extend_from_slice(&Zeroizing::new(decryptor.decrypt_last(rest).ok()?));
    Some(plain)
}

/// An upload in progress. Dropping it before completion deletes the stored parts.
struct Upload(Option<Box<dyn MultipartUpload>>);

impl Upload {
    async fn part(&mut self, bytes: Vec<u8>) -> Result<()> {
        match &mut self.0 {
            Some(upload) => upload.put_part(PutPayload::from(bytes)).await.map_err(Error::internal),
            None => Ok(()),
        }
    }

    async fn complete(mut self) -> Result<()> {
        if let Some(mut upload) = self.0.take() {
            upload.complete().await.map_err(Error::internal)?;
        }
        Ok(())
    }

    async fn abort(mut self) {
        if let Some(upload) = self.0.take() {
            abort(upload).await;
        }
    }
}

async fn abort(mut upload: Box<dyn MultipartUpload>) {
    if let Err(error) = upload.abort().await {
        tracing::warn!(%error, "what was stored of an upload could not be removed");
    }
}

/// Covers a request that is cancelled midway.
impl Drop for Upload {
    fn drop(&mut self) {
        if let Some(upload) = self.0.take()
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            runtime.spawn(abort(upload));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn round_trip(bytes: usize) {
        let folder = tempfile::tempdir().unwrap();
        let keys = Keys::load_or_create(&folder.path().join("keys")).unwrap();
        let files = Files::local(&folder.path().join("files")).unwrap();
        let id = Uuid::now_v7();
        let sent: Vec<u8> = (0..bytes).map(|n| (n % 251) as u8).collect();
        let body =
            futures::stream::iter(sent.chunks(7_000).map(|chunk| Ok::<_, String>(Bytes::copy_from_slice(chunk))));
        let stored = files.put(&keys, 1, id, bytes as u64, body).await.unwrap();
        assert_eq!(stored.size_bytes, bytes as u64);
        assert_eq!(files.get(&keys, 1, id).await.unwrap().as_slice(), sent);
        assert!(matches!(files.get(&keys, 2, id).await, Err(Error::NotFound)));
    }

    #[tokio::test]
    async fn files_of_any_length_are_read_back_unchanged() {
        for bytes in [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * PART_BYTES + 5] {
            round_trip(bytes).await;
        }
    }

    #[tokio::test]
    async fn an_upload_that_grows_too_large_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let keys = Keys::load_or_create(&folder.path().join("keys")).unwrap();
        let files = Files::local(&folder.path().join("files")).unwrap();
        let endless = futures::stream::repeat_with(|| Ok::<_, String>(Bytes::from(vec![0; 100_000])));
        let refused = files.put(&keys, 1, Uuid::now_v7(), 5_000_000, endless).await;
        assert!(matches!(refused, Err(Error::TooLarge(_))));
        assert_eq!(files.list().count().await, 0);
    }

    #[tokio::test]
    async fn files_on_disk_are_encrypted() {
        let folder = tempfile::tempdir().unwrap();
        let keys = Keys::load_or_create(&folder.path().join("keys")).unwrap();
        let files = Files::local(&folder.path().join("files")).unwrap();
        let id = Uuid::now_v7();
        let body = futures::stream::iter([Ok::<_, String>(Bytes::from_static(b"ssn 123-45-6789"))]);
        files.put(&keys, 1, id, 100, body).await.unwrap();
        let on_disk = std::fs::read(folder.path().join("files/1").join(id.to_string())).unwrap();
        assert!(!on_disk.windows(11).any(|bytes| bytes == b"123-45-6789"));
    }
}
