//! Company branding: changes by administrators and the provider, and uploaded pictures.

use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};
use reqwest::Method;
use serde_json::{Value, json};
use std::io::Cursor;
use testkit::{Answer, Client, Keyturn};

const SAM: &str = "sam.rivera@provider.example";
pub const SECRET: &str = "taken at 37.7749 N 122.4194 W by Avery";

fn picture(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let pixels = RgbaImage::from_fn(width, height, |x, y| Rgba([(x * 7) as u8, (y * 5) as u8, 110, 255]));
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::ImageRgba8(pixels).into_rgb8().write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn svg(body: &str) -> Vec<u8> {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 20">{body}</svg>"#
    )
    .into_bytes()
}

async fn upload(client: &Client, path: &str, bytes: Vec<u8>) -> Answer {
    client.send(client.request(Method::POST, path).body(bytes)).await
}

async fn put(client: &Client, path: &str, version: &Value, look: Value) -> Answer {
    client.with_header("if-match", &version.to_string()).put(path, look).await
}

/// The branding of an answer with changes, as a request body.
fn with(answer: &Answer, changes: Value) -> Value {
    let mut look = answer.json.clone();
    look.as_object_mut().unwrap().remove("version");
    for (key, value) in changes.as_object().unwrap() {
        look[key] = value.clone();
    }
    look
}

/// CRC-32 as used by PNG (ISO 3309).
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 * (crc & 1)))
    })
}

/// A chunk of a PNG.
fn chunk(kind: &str, data: &[u8]) -> Vec<u8> {
    let named = [kind.as_bytes(), data].concat();
    [&u32::try_from(data.len()).unwrap().to_be_bytes()[..], &named, &crc(&named).to_be_bytes()].concat()
}

/// A PNG that claims this size and ends after its header.
fn png_of(width: u32, height: u32) -> Vec<u8> {
    let head = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 6, 0, 0, 0]].concat();
    [&b"\x89PNG\r\n\x1a\n"[..], &chunk("IHDR", &head), &chunk("IDAT", &[0x78, 0x9c, 3, 0]), &chunk("IEND", &[])]
        .concat()
}

/// A PNG with a text chunk.
pub fn png_with_text() -> Vec<u8> {
    let plain = picture(30, 10, ImageFormat::Png);
    // After signature and header.
    let (head, rest) = plain.split_at(33);
    [head, &chunk("tEXt", format!("Comment\0{SECRET}").as_bytes()), rest].concat()
}

/// A JPEG with camera metadata, including a rotation.
pub fn jpeg_of_a_camera() -> Vec<u8> {
    let plain = picture(40, 20, ImageFormat::Jpeg);
    // TIFF, big endian, with one entry: orientation (0x0112), a short, 6.
    let orientation = [0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0];
    let exif = [&b"Exif\0\0MM\0\x2a\0\0\0\x08"[..], &orientation, SECRET.as_bytes()].concat();
    let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
    [&plain[..2], &[0xff, 0xe1], &length, &exif, &plain[2..]].concat()
}

/// SETTINGS-02, THEME-01: a company administrator sets title, color and logo, which visitors of the company's host get
/// without a token. Other users can't change them, and the change is audited.
#[tokio::test]
async fn grace_brands_her_company() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let grace = cove.sign_in("grace.whitfield").await;
    let path = format!("/api/org-units/{}/theme", cove.id);
    let before = grace.get(&path).await.expect(200);
    let logo = upload(&grace, &format!("/api/org-units/{}/logos", cove.id), png_with_text()).await.expect(201);
    assert_eq!(
        (logo.at("/mediaType"), logo.at("/widthPx"), logo.at("/heightPx")),
        (&json!("image/png"), &json!(30), &json!(10))
    );
    let address = logo.at("/address").as_str().unwrap();

    let look = json!({"appTitle": " Cove ", "loginTitle": "Cove staff", "themeColor": "#8A1C7C", "logo": address, "lightLogoUrl": ""});
    let saved = put(&grace, &path, before.at("/version"), with(&before, look)).await.expect(200);
    assert_eq!((saved.at("/appTitle"), saved.at("/themeColor")), (&json!("Cove"), &json!("#8a1c7c")));
    assert_eq!(saved.at("/version").as_i64().unwrap(), before.at("/version").as_i64().unwrap() + 1);
    assert_eq!(grace.get(&path).await.expect(200).json, saved.json);
    let theme = keyturn.visitor().get("/api/theme?org=cove").await.expect(200);
    assert_eq!((theme.at("/appTitle"), theme.at("/loginTitle")), (&json!("Cove"), &json!("Cove staff")));
    assert_eq!((theme.at("/themeColor"), theme.at("/logo")), (&json!("#8a1c7c"), &json!(address)));

    // Each company's host shows its own branding.
    let bay = keyturn.company("bay").await;
    let admin = bay.sign_in("grace.whitfield").await;
    let of_bay = format!("/api/org-units/{}/theme", bay.id);
    let logo_of_bay =
        upload(&admin, &format!("/api/org-units/{}/logos", bay.id), picture(20, 20, ImageFormat::Png)).await;
    let logo_of_bay = logo_of_bay.expect(201).at("/address").clone();
    let look = json!({"appTitle": "Bay", "loginTitle": "Bay team", "themeColor": "#1c5a8a", "logo": logo_of_bay});
    let unchanged = admin.get(&of_bay).await.expect(200);
    put(&admin, &of_bay, unchanged.at("/version"), with(&unchanged, look.clone())).await.expect(200);
    let port = keyturn.base.rsplit(':').next().unwrap();
    let shown = async |slug: &str| {
        let host = format!("{slug}.localhost:{port}");
        let theme = keyturn.visitor().with_header("host", &host).get("/api/theme").await.expect(200).json;
        ["appTitle", "loginTitle", "themeColor", "logo"].map(|key| theme[key].clone())
    };
    let of_cove = [json!("Cove"), json!("Cove staff"), json!("#8a1c7c"), json!(address)];
    assert_eq!(shown("cove").await, of_cove);
    assert_eq!(shown("bay").await, ["appTitle", "loginTitle", "themeColor", "logo"].map(|key| look[key].clone()));
    assert!(shown("bay").await.iter().zip(&of_cove).all(|(one, other)| one != other));

    // A stale version is refused with the author of the newer one. Saving without changes does nothing.
    let stale = put(&grace, &path, before.at("/version"), with(&before, json!({"appTitle": "Mine"}))).await.expect(409);
    assert_eq!(stale.at("/code"), "LWAPI10409");
    assert_eq!((stale.at("/details/record"), stale.at("/details/changedBy")), (&saved.json, &json!("Grace Whitfield")));
    let same = put(&grace, &path, saved.at("/version"), with(&saved, json!({}))).await.expect(200);
    assert_eq!(same.json, saved.json);
    grace.put(&path, with(&saved, json!({}))).await.expect(428);

    let mut superuser = keyturn.superuser().await;
    let written: Vec<(Value, Value, String)> = sqlx::query_as(
        "select before, after, (select string_agg(kind, ' ') from event e where e.company_id = a.company_id and e.entity_id = a.company_id)
         from audit_entry a where company_id = $1 and action = 'theme.edit'",
    )
    .bind(cove.id)
    .fetch_all(&mut superuser)
    .await
    .unwrap();
    let [(before, after, events)] = written.as_slice() else { panic!("{written:?}") };
    assert_eq!(
        (&before["appTitle"], &after["appTitle"]),
        (&json!("Harbor Home Lending"), &json!("Cove")),
        "{before} {after}"
    );
    assert_eq!(after["logo"], address);
    assert!(after.get("assetPath").is_none(), "{after}");
    assert_eq!(events, "theme.edited");

    for name in ["avery.stone", "beth.sullivan", "paul.okafor"] {
        let colleague = cove.sign_in(name).await;
        assert!(matches!(colleague.get(&path).await.status, 403 | 404), "{name}");
        let refused = put(&colleague, &path, saved.at("/version"), with(&saved, json!({"appTitle": name}))).await;
        assert_eq!(refused.status, 403, "{name}");
        assert_eq!(upload(&colleague, &format!("/api/org-units/{}/logos", cove.id), png_with_text()).await.status, 403);
    }
}

/// Invalid values are reported by field. Only the provider sets asset locations, and pictures of other companies are
/// refused.
#[tokio::test]
async fn branding_errors_are_reported_by_field() {
    let keyturn = Keyturn::start().await;
    let (cove, inlet) = (keyturn.company("cove").await, keyturn.company("inlet").await);
    let (grace, other) = (cove.sign_in("grace.whitfield").await, inlet.sign_in("grace.whitfield").await);
    let path = format!("/api/org-units/{}/theme", cove.id);
    let look = grace.get(&path).await.expect(200);
    let theirs = upload(&other, &format!("/api/org-units/{}/logos", inlet.id), svg("<path d='M0 0h9v9z'/>")).await;
    let theirs = theirs.expect(201).at("/address").clone();
    let long = "x".repeat(81);
    for (changes, field) in [
        (json!({"appTitle": long}), "appTitle"),
        (json!({"loginTitle": "two\nlines"}), "loginTitle"),
        (json!({"themeColor": "red;background:url(//evil.example)"}), "themeColor"),
        (json!({"logo": theirs}), "logo"),
        (json!({"logo": format!("/api/brand-images/{}", "0".repeat(64))}), "logo"),
        (json!({"logo": "https://evil.example/track.png"}), "logo"),
        (json!({"complianceLogo": "../../etc/passwd"}), "complianceLogo"),
        (json!({"lightLogoUrl": "javascript:alert(1)"}), "lightLogoUrl"),
        (json!({"assetPath": "/assets/elsewhere"}), "assetPath"),
        (json!({"remoteAssetPath": "https://files.example.com"}), "assetPath"),
        (json!({"isRealtorPortalOldUrl": true}), "assetPath"),
    ] {
        let answer = put(&grace, &path, look.at("/version"), with(&look, changes)).await.expect(422);
        let fields: Vec<_> = answer.at("/fields").as_object().unwrap().keys().cloned().collect();
        assert_eq!(fields, [field], "{}", answer.json);
    }
    assert_eq!(grace.get(&path).await.expect(200).json, look.json);

    // Another company's branding isn't found, even by the owner of its picture.
    other.get(&path).await.expect(404);
    put(&other, &path, &json!(1), with(&look, json!({"logo": theirs}))).await.expect(404);
    upload(&other, &format!("/api/org-units/{}/logos", cove.id), svg("<path d='M0 0h9v9z'/>")).await.expect(404);
}

/// The content of a picture determines its type, and no metadata is kept.
#[tokio::test]
async fn served_pictures_contain_no_metadata() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let grace = cove.sign_in("grace.whitfield").await;
    let logos = format!("/api/org-units/{}/logos", cove.id);
    let visitor = keyturn.visitor();
    let served = async |uploaded: &Answer| {
        let answer = visitor.get(uploaded.at("/address").as_str().unwrap()).await.expect(200);
        let header = |name| answer.headers.get(name).unwrap().to_str().unwrap().to_owned();
        assert_eq!(header("content-type"), uploaded.at("/mediaType").as_str().unwrap());
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("cache-control"), "public, max-age=31536000, immutable");
        let policy = header("content-security-policy");
        assert!(policy.contains("default-src 'none'") && policy.contains("sandbox"), "{policy}");
        answer.json.as_str().unwrap().to_owned()
    };

    let png = upload(&grace, &logos, png_with_text()).await.expect(201);
    assert!(!served(&png).await.contains(SECRET));
    // The same picture has the same URL.
    assert_eq!(upload(&grace, &logos, png_with_text()).await.expect(201).json, png.json);

    let jpeg = upload(&grace, &logos, jpeg_of_a_camera()).await.expect(201);
    assert_eq!(jpeg.at("/mediaType"), "image/jpeg");
    // It is upright without the orientation.
    assert_eq!((jpeg.at("/widthPx"), jpeg.at("/heightPx")), (&json!(20), &json!(40)));
    let kept = served(&jpeg).await;
    assert!(!kept.contains(SECRET) && !kept.contains("Exif"));

    let large = upload(&grace, &logos, picture(2_000, 100, ImageFormat::Png)).await.expect(201);
    assert_eq!((large.at("/widthPx"), large.at("/heightPx")), (&json!(1024), &json!(51)));

    let hostile = svg(&format!(
        r##"<!-- {SECRET} --><title>{SECRET}</title><metadata>{SECRET}</metadata>
            <script>fetch('https://evil.example')</script><style>@import url(https://evil.example/a.css); .a{{fill:#8a1c7c}}</style>
            <a href="javascript:alert(1)"><path class="a" d="M0 0h20v20z" onclick="alert(1)" onload="alert(2)"/></a>
            <use xlink:href="https://evil.example/sprite.svg#logo"/><path d="M20 0h9v9z" fill="url(https://evil.example/x#y)"/>
            <animate attributeName="href" values="javascript:alert(1)"/><set attributeName="onmouseover" to="alert(1)"/>"##
    ));
    let shapes = upload(&grace, &logos, hostile).await.expect(201);
    assert_eq!((shapes.at("/widthPx"), shapes.at("/heightPx")), (&json!(40), &json!(20)));
    let kept = served(&shapes).await;
    assert!(kept.contains("<path") && kept.contains("#8a1c7c") && kept.contains("viewBox=\"0 0 40 20\""), "{kept}");
    for word in ["script", "evil", "alert", "onclick", "onload", "import", "<a", "href", "animate", "<set", SECRET] {
        assert!(!kept.contains(word), "{word}: {kept}");
    }
    for address in
        ["/api/brand-images/00", "/api/brand-images/..%2f..", &format!("/api/brand-images/{}", "0".repeat(64))]
    {
        visitor.get(address).await.expect(404);
    }
}

/// Expensive or invalid pictures are refused immediately with a message.
#[tokio::test]
async fn hostile_pictures_are_refused() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let grace = cove.sign_in("grace.whitfield").await;
    let logos = format!("/api/org-units/{}/logos", cove.id);
    let jpeg = picture(200, 100, ImageFormat::Jpeg);
    let (cut_jpeg, cut_png) = (jpeg[..jpeg.len() / 2].to_vec(), picture(90, 30, ImageFormat::Png)[..120].to_vec());
    let entities = "<!DOCTYPE svg [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>".to_owned();
    let entities = [entities.into_bytes(), svg("<path d='M0 0h9v9z'/><desc>&b;</desc>")].concat();
    let outside = b"<!DOCTYPE svg [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>".to_vec();
    let outside = [outside, svg("<path d='M0 0h9v9z'/><desc>&x;</desc>")].concat();
    let masks: String = (0..12)
        .map(|n| {
            format!("<mask id='m{n}'>{}</mask>", format!("<path d='M0 0h9v9z' mask='url(#m{})'/>", n + 1).repeat(9))
        })
        .collect();
    let deep = svg(&("<g>".repeat(40_000) + "<path d='M0 0h9v9z'/>" + &"</g>".repeat(40_000)));
    let nested = svg(&("<g>".repeat(5_000) + "<path d='M0 0h9v9z'/>" + &"</g>".repeat(5_000)));
    let chain: String = (0..4_000)
        .map(|n| format!("<clipPath id='c{n}'><path d='M0 0h9v9z' clip-path='url(#c{})'/></clipPath>", n + 1))
        .collect();
    let many = "<path d='M0 0h9v9z'/>".repeat(25_000);
    let unknown = "Choose a PNG, JPEG or SVG file";
    let broken = "This picture can't be read. Save it again and upload that";
    let large = "This picture is too large. A logo has at most 16 million pixels, 8192 a side";
    let detailed = "This picture has too many details for a logo. Choose a simpler one";
    for (what, bytes, sentence) in [
        ("nothing", Vec::new(), unknown),
        (
            "a GIF that is called logo.png",
            b"GIF89a\x01\0\x01\0\x80\0\0\xff\xff\xff\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;".to_vec(),
            unknown,
        ),
        ("a page", b"<!doctype html><script>alert(1)</script>".to_vec(), unknown),
        ("a PNG of 20000 by 20000", png_of(20_000, 20_000), large),
        ("a PNG of 8000 by 8000", png_of(8_000, 8_000), large),
        ("a PNG without pixels", png_of(100, 100), broken),
        ("a PNG that was cut off", cut_png, broken),
        ("a JPEG that was cut off", cut_jpeg, broken),
        ("an SVG with entities", entities, "This SVG defines entities. Save it as plain SVG first"),
        ("an SVG that reads a file", outside, "This SVG defines entities. Save it as plain SVG first"),
        (
            "an SVG that shows another's picture",
            svg("<image href='https://evil.example/track.png' width='9' height='9'/>"),
            "This SVG holds a picture or a page. Upload a PNG, or an SVG of shapes alone",
        ),
        (
            "an SVG that holds a page",
            svg("<foreignObject><body xmlns='http://www.w3.org/1999/xhtml'/></foreignObject>"),
            "This SVG holds a picture or a page. Upload a PNG, or an SVG of shapes alone",
        ),
        (
            "an SVG with text",
            svg("<text>Cove</text>"),
            "This SVG holds text, which would look different on other machines. Convert it to outlines first",
        ),
        ("an SVG of masks behind masks", svg(&(masks + "<path d='M0 0h9v9z' mask='url(#m0)'/>")), detailed),
        ("an SVG of shapes far within shapes", deep, detailed),
        ("an SVG of shapes within shapes", nested, detailed),
        ("an SVG of a long chain", svg(&(chain + "<path d='M0 0h9v9z' clip-path='url(#c0)'/>")), detailed),
        ("an SVG of too many shapes", svg(&many), detailed),
        ("an SVG of no shape", svg("<g/>"), "There is nothing to see in this SVG"),
        ("an SVG that is not well-formed", svg("<g>"), broken),
    ] {
        let refused = upload(&grace, &logos, bytes).await;
        assert_eq!((refused.status, refused.at("/fields/file")), (422, &json!(sentence)), "{what}: {}", refused.json);
    }
    upload(&grace, &logos, vec![0; 1024 * 1024 + 1]).await.expect(413);
    let mut superuser = keyturn.superuser().await;
    let kept: i64 = sqlx::query_scalar("select count(*) from brand_image").fetch_one(&mut superuser).await.unwrap();
    assert_eq!(kept, 0);
}

/// ORG-13: the provider sets any company's branding, including asset locations, and both logs have it. Logos unused for
/// a month are deleted.
#[tokio::test]
async fn sam_brands_another_company() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let sam = keyturn.sign_in(SAM).await;
    let path = format!("/api/org-admin/org-units/{}/theme", cove.id);
    let logos = format!("/api/org-admin/org-units/{}/logos", cove.id);
    let before = sam.get(&path).await.expect(200);
    let used = upload(&sam, &logos, png_with_text()).await.expect(201).at("/address").clone();
    let unused = upload(&sam, &logos, svg("<path d='M0 0h9v9z'/>")).await.expect(201).at("/address").clone();
    let look = json!({"logo": used, "complianceLogo": "equal-housing.svg", "themeName": "cove-2026", "assetPath": "/assets/cove",
        "remoteAssetPath": "https://files.example.com/cove", "losRemoteAssetPath": "https://los.example.com", "isRealtorPortalOldUrl": true});
    let saved = put(&sam, &path, before.at("/version"), with(&before, look.clone())).await.expect(200);
    let theme = keyturn.visitor().get("/api/theme?org=cove").await.expect(200);
    for (key, value) in look.as_object().unwrap() {
        let told = if key == "complianceLogo" {
            theme.at("/WizeOrgUnit/complianceLogo")
        } else {
            theme.at(&format!("/{key}"))
        };
        assert_eq!((saved.at(&format!("/{key}")), told), (value, value), "{key}");
    }
    let stale = put(&sam, &path, before.at("/version"), with(&before, json!({"appTitle": "Mine"}))).await.expect(409);
    assert_eq!(stale.at("/details/changedBy"), "Sam Rivera");
    for wrong in [
        json!({"assetPath": "/api"}),
        json!({"remoteAssetPath": "http://files.example.com"}),
        json!({"themeName": "a b"}),
    ] {
        assert_eq!(put(&sam, &path, saved.at("/version"), with(&saved, wrong)).await.status, 422);
    }
    // Later changes by the company keep the asset locations.
    let grace = cove.sign_in("grace.whitfield").await;
    let own = format!("/api/org-units/{}/theme", cove.id);
    let seen = grace.get(&own).await.expect(200);
    let changed = put(&grace, &own, seen.at("/version"), with(&seen, json!({"appTitle": "Cove"}))).await.expect(200);
    assert_eq!(changed.at("/assetPath"), "/assets/cove");

    let mut superuser = keyturn.superuser().await;
    let logs: Vec<i64> = sqlx::query_scalar(
        "select company_id from audit_entry where action = 'theme.edit' and entity_id = $1 order by company_id, id",
    )
    .bind(cove.id.to_string())
    .fetch_all(&mut superuser)
    .await
    .unwrap();
    assert_eq!(logs, [1, cove.id, cove.id]);

    // Branches and unknown ids have no branding.
    for id in [cove.id + 1, 999_999] {
        sam.get(&format!("/api/org-admin/org-units/{id}/theme")).await.expect(404);
        upload(&sam, &format!("/api/org-admin/org-units/{id}/logos"), png_with_text()).await.expect(404);
    }
    let visitor = keyturn.visitor();
    sqlx::query("update brand_image set uploaded_at = now() - interval '31 days'")
        .execute(&mut superuser)
        .await
        .unwrap();
    keyturn::sweep::sweep(&keyturn.app).await.unwrap();
    visitor.get(used.as_str().unwrap()).await.expect(200);
    visitor.get(unused.as_str().unwrap()).await.expect(404);
}

/// The provider's own branding is edited on the same page. Unknown hosts get the product's.
#[tokio::test]
async fn the_provider_has_its_own_branding() {
    let keyturn = Keyturn::start().await;
    let sam = keyturn.sign_in(SAM).await;
    let before = sam.get("/api/org-admin/org-units/1/theme").await.expect(200);
    let look = with(&before, json!({"themeColor": "#0b6e6e", "loginTitle": "Keyturn provider"}));
    put(&sam, "/api/org-admin/org-units/1/theme", before.at("/version"), look).await.expect(200);
    let slug: Option<String> = sqlx::query_scalar("select slug from org_unit where id = 1")
        .fetch_one(&mut keyturn.superuser().await)
        .await
        .unwrap();
    let theme = keyturn.visitor().get(&format!("/api/theme?org={}", slug.unwrap())).await.expect(200);
    assert_eq!(theme.at("/loginTitle"), "Keyturn provider");
}

/// Unauthorized users are refused before their request body is parsed.
#[tokio::test]
async fn unauthorized_requests_are_refused_before_the_body_is_parsed() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    avery.post("/api/org-admin/org-units", json!({"nonsense": true})).await.expect(403);
    avery.put("/api/org-admin/org-units/2/theme", json!([])).await.expect(403);
    avery.patch("/api/org-admin/org-units/2", json!("no")).await.expect(403);
    keyturn.visitor().post("/api/org-admin/org-units", json!({"nonsense": true})).await.expect(401);
}
